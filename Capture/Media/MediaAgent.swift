import CaptureKit
import Glibc

/// The program `splitcast-capture-media`.
public enum MediaAgent {
    /// Runs the agent that the arguments describe until it ends, and ends the process.
    public static func run() -> Never {
        if CommandLine.arguments.contains("--audio") { AudioMode.run(Array(CommandLine.arguments.dropFirst())) }
        if CommandLine.arguments.contains("--clip") { ClipMode.run(Array(CommandLine.arguments.dropFirst())) }

        AgentCommand.run(
            name: "splitcast-capture-media", summary: "Delivers a camera, a video file or a stream to a Splitcast host.", usage: MediaOptions.usage,
            parse: MediaOptions.parse(from:)
        ) { (options, sandbox) throws(CaptureError) in
            if let form = options.listing {
                print(CameraListing.written(CameraListing.entries(), form), terminator: "")
                exit(0)
            }
            return MediaBackend(try options.open(sandbox))
        }
    }
}
