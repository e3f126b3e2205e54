import CaptureKit
import Glibc

AgentCommand.run(
    name: "splitcast-capture-x11", summary: "Captures an X11 screen for a Splitcast host.", usage: X11Options.usage
) { (arguments) throws(CaptureError) in
    let options = try X11Options.parse(from: &arguments)
    if let form = options.listing, arguments.isEmpty {
        print(try X11Listing.written(form, display: options.display), terminator: "")
        exit(0)
    }
    return try X11Backend(options)
}
