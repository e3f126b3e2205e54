import CaptureKit

/// The program `splitcast-capture-pattern`.
public enum PatternAgent {
    /// Runs the agent that the arguments describe until it ends, and ends the process.
    public static func run() -> Never {
        AgentCommand.run(
            name: "splitcast-capture-pattern", summary: "Delivers a test card with a machine-readable clock to a Splitcast host.",
            usage: PatternOptions.usage,
            parse: PatternOptions.parse(from:)
        ) { (options) throws(CaptureError) in
            PatternBackend(options)
        }
    }
}
