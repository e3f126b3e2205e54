import CaptureKit
import Glibc

/// The program `splitcast-capture-wlr`.
public enum WlrootsAgent {
    /// Runs the agent that the arguments describe until it ends, and ends the process.
    public static func run() -> Never {
        AgentCommand.run(
            name: "splitcast-capture-wlr",
            summary: "Captures a screen of a wlroots compositor (sway, labwc, river, …) for a Splitcast host, without a portal.",
            usage: WlrootsOptions.usage,
            parse: WlrootsOptions.parse(from:)
        ) { (options) throws(CaptureError) in
            if let form = options.listing {
                print(try WaylandListing.written(form, display: options.display), terminator: "")
                exit(0)
            }
            if options.redraws {
                print("drawn: \(try ScreenRedraw.ask(display: options.display))")
                exit(0)
            }
            return try WlrootsBackend(options)
        }
    }
}
