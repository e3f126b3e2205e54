import CaptureKit
import Glibc

/// The program `splitcast-capture-pipewire`.
public enum PipeWireAgent {
    /// Runs the agent that the arguments describe until it ends, and ends the process.
    public static func run() -> Never {
        AgentCommand.run(
            name: "splitcast-capture-pipewire", summary: "Captures a Wayland screen cast, a camera or another PipeWire node for a Splitcast host.",
            usage: PipeWireOptions.usage,
            parse: PipeWireOptions.parse(from:)
        ) { (options) throws(CaptureError) in
            if let form = options.listing ?? options.managerListing {
                let library = try PipeWireLibrary()
                let remote = if let number = options.remote { try PipeWireRemote(library, taking: number) } else { try PipeWireRemote(library) }
                try remote.settle()
                let text = options.listing == nil ? SessionManager(on: remote).written(form) : NodeListing.written(form, remote.nodes)
                print(text, terminator: "")
                exit(0)
            }
            return try PipeWireBackend(options)
        }
    }
}
