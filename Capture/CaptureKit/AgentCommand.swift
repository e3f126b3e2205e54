import Glibc
import Platform

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
        do throws(AgentFailure) {
            exit(try Self.run(&arguments, named: name, open))
        } catch {
            report(error.isOrdinaryEnd ? error.message : "error: \(error.message)")
            exit(error.exitCode)
        }
    }

    private static func run<Backend: ScreenBackend>(
        _ arguments: inout [String], named name: String, _ open: (inout [String]) throws(CaptureError) -> Backend
    ) throws(AgentFailure) -> Int32 {
        let options: AgentOptions
        do throws(CaptureError) { options = try AgentOptions.parse(from: &arguments) } catch { throw .capture(error) }
        let isGuarded = options.sandbox == .strict && !options.endsWithHost
        // Forks, and so comes before anything else.
        var isReturning = false
        if isGuarded { isReturning = try Guardian.beginChild(options.group) }
        var agent: CaptureAgent<Backend>
        do throws(CaptureError) {
            let backend = try Self.opened(&arguments, patiently: isReturning && Backend.comesBack, open)
            guard arguments.isEmpty else { throw CaptureError(.badOption, "unknown argument '\(arguments[0])': see \(name) --help") }
            let signals: ProcessSignals
            do throws(SystemError) { signals = try ProcessSignals() } catch { throw CaptureError(.failed, "\(error)") }
            agent = CaptureAgent(options: options, signals: signals, backend: backend, isGuarded: isGuarded, isReturning: isReturning)
        } catch { throw .capture(error) }
        switch try agent.run() {
        case .asked(let reason):
            // The host that started this agent says so itself.
            if !options.endsWithHost { report("ended: \(reason.word)") }
            return 0
        // A host that went away is not an intended end.
        case .hostGone: return Guardian.Exit.hostGone
        case .noHost: return Guardian.Exit.noHost
        }
    }

    /// - Parameter patiently: the screen was there before, and is worth waiting for.
    private static func opened<Backend: ScreenBackend>(
        _ arguments: inout [String], patiently: Bool, _ open: (inout [String]) throws(CaptureError) -> Backend
    ) throws(CaptureError) -> Backend {
        let given = arguments
        while true {
            do throws(CaptureError) { return try open(&arguments) } catch {
                guard patiently, error.isRetriable || error.code == .noScreen else { throw error }
                arguments = given
                _ = poll(nil, 0, 500)
            }
        }
    }
}
