import AppGroup
import Glibc

/// What every agent's `main` does: options, help, version, run, one line and an exit code at the end.
public enum AgentCommand {
    public static let version = "0.1.0"

    /// Runs an agent and ends the process.
    ///
    /// - Parameters:
    ///   - name: the command's name, for `--help`.
    ///   - summary: one sentence.
    ///   - usage: the backend's own options, as lines of help.
    ///   - open: takes the backend's options out of the arguments and opens the screen. What is left over is an error.
    public static func run<Backend: ScreenBackend>(
        name: String, summary: String, usage: String, open: (inout [String]) throws(CaptureError) -> Backend
    ) -> Never {
        trimHeap()
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.contains("--help") || arguments.contains("-h") {
            print("\(summary)\n\nUSAGE: \(name) [OPTIONS]\n\nOPTIONS:\n\(usage)\n\(AgentOptions.usage)")
            exit(0)
        }
        if arguments.contains("--version") {
            print("\(name) \(version)")
            exit(0)
        }
        let failure: AgentFailure
        do throws(CaptureError) {
            let options = try AgentOptions.take(from: &arguments)
            let backend = try open(&arguments)
            guard arguments.isEmpty else { throw CaptureError(.badOption, "unknown argument '\(arguments[0])': see \(name) --help") }
            let signals: ProcessSignals
            do throws(SystemError) { signals = try ProcessSignals() } catch { throw CaptureError(.failed, "\(error)") }
            var agent = CaptureAgent(options: options, signals: signals, backend: backend)
            do throws(AgentFailure) {
                let reason = try agent.run()
                if !options.endsWithHost { report("ended: \(reason.word)") }
                // A host that went away is no end that somebody wanted.
                exit(reason == .closed ? 1 : 0)
            } catch { failure = error }
        } catch { failure = .capture(error) }
        report("error: \(failure.message)")
        exit(failure.exitCode)
    }
}
