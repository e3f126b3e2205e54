import Glibc
public import Platform

/// What every agent's `main` does: options, help, version, run, one line and an exit code at the end.
public enum AgentCommand {
    public static let version = "0.1.0"

    /// Runs an agent and ends the process.
    ///
    /// - Parameters:
    ///   - name: the command's name, for `--help`.
    ///   - summary: one sentence.
    ///   - usage: the backend's own options, as lines of help.
    ///   - parse: takes the backend's options out of the arguments. What is left over is an error, before anything is opened.
    ///   - open: opens the screen, or lists what there is and ends.
    public static func run<Options, Backend: ScreenBackend>(
        name: String, summary: String, usage: String, parse: (inout [String]) throws(CaptureError) -> Options,
        open: (Options) throws(CaptureError) -> Backend
    ) -> Never {
        run(name: name, summary: summary, usage: usage, parse: parse) { (options, _) throws(CaptureError) in try open(options) }
    }

    /// The same for an agent with processes beside it: `open` is told how they are confined.
    public static func run<Options, Backend: ScreenBackend>(
        name: String, summary: String, usage: String, parse: (inout [String]) throws(CaptureError) -> Options,
        open: (Options, SandboxMode) throws(CaptureError) -> Backend
    ) -> Never {
        StandardStreams.claim()
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
            exit(try Self.run(&arguments, named: name, parse, open))
        } catch {
            report(error.isOrdinaryEnd ? error.message : "error: \(error.message)")
            exit(error.exitCode)
        }
    }

    private static func run<Options, Backend: ScreenBackend>(
        _ arguments: inout [String], named name: String, _ parse: (inout [String]) throws(CaptureError) -> Options,
        _ open: (Options, SandboxMode) throws(CaptureError) -> Backend
    ) throws(AgentFailure) -> Int32 {
        let (options, own): (AgentOptions, Options)
        do throws(CaptureError) {
            (options, own) = (try AgentOptions.parse(from: &arguments), try parse(&arguments))
            guard arguments.isEmpty else {
                throw CaptureError(.badOption, "unknown argument '\(MaskedAddress.ofArgument(arguments[0]))': see \(name) --help")
            }
        } catch { throw .capture(error) }
        let isGuarded = options.sandbox == .strict && !options.endsWithHost
        // Forks, and so comes before anything else.
        var isReturning = false
        if isGuarded { isReturning = try Guardian.beginChild(options.group) }
        var agent: CaptureAgent<Backend>
        do throws(CaptureError) {
            let backend = try Self.opened(patiently: isReturning && Backend.comesBack) { () throws(CaptureError) in try open(own, options.sandbox) }
            let signals: ProcessSignals
            do throws(SystemError) { signals = try ProcessSignals() } catch { throw CaptureError(.failed, "\(error)", cause: error) }
            agent = CaptureAgent(options: options, signals: signals, backend: backend, isGuarded: isGuarded, isReturning: isReturning)
        } catch { throw .capture(error) }
        switch try agent.run() {
        case .asked(let reason):
            // The host that started this agent says so itself.
            if !options.endsWithHost { report("ended: \(reason.text)") }
            return 0
        // A host that went away is not an intended end.
        case .hostGone: return Guardian.Exit.hostGone
        case .noHost: return Guardian.Exit.noHost
        }
    }

    /// - Parameter patiently: the screen was there before, and is worth waiting for.
    private static func opened<Backend: ScreenBackend>(
        patiently: Bool, _ open: () throws(CaptureError) -> Backend
    ) throws(CaptureError) -> Backend {
        while true {
            do throws(CaptureError) { return try open() } catch {
                guard patiently, error.isRetriable || [.noScreen, .badChoice].contains(error.code) else { throw error }
                _ = poll(nil, 0, 500)
            }
        }
    }
}
