import CaptureKit
import Glibc

/// The program `splitcast-capture-x11`.
public enum X11Agent {
    /// Runs the agent that the arguments describe until it ends, and ends the process.
    public static func run() -> Never {
        AgentCommand.run(
            name: "splitcast-capture-x11", summary: "Captures an X11 screen for a Splitcast host.", usage: X11Options.usage,
            parse: X11Options.parse(from:)
        ) { (options) throws(CaptureError) in
            if let form = options.listing {
                print(try X11Listing.written(form, display: options.display), terminator: "")
                exit(0)
            }
            if let form = options.windowListing {
                print(try X11Backend.windowsWritten(form, display: options.display), terminator: "")
                exit(0)
            }
            return try X11Backend(options)
        }
    }
}
