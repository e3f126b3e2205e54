import Glibc

/// Drives a stranger's agent through the protocol, playing the host by `Shared/PROTOCOL.md` alone, and reports what it keeps.
///
/// Every wait has an end: an agent that does nothing costs time, never a hang. Blocks the calling thread for some 20 seconds.
struct AgentExamination {
    /// The word in the command's arguments that is replaced by the name of the group.
    static let placeholder = "{group}"

    /// How the agent is told its group, beside XDG_RUNTIME_DIR.
    enum GroupArgument: Hashable, Sendable {
        /// Where the command says `{group}`; else as `--group conformance` at its end.
        case automatic
        /// Not at all: the group is `default` to it... unless the command says `{group}`.
        case none
    }

    let program: String
    let arguments: [String]
    /// What an agent gets that wants a cast; without, it gets none that shows anything.
    let cast: NodeCast?

    /// - Parameters:
    ///   - command: a program, looked up in PATH, and its arguments.
    ///   - castNode: a node of the user's PipeWire that gives pictures.
    /// - Throws: `.badCommand` when it is not there or cannot be run.
    init(command: [String], groupArgument: GroupArgument = .automatic, castNode: UInt32? = nil) throws(ConformanceError) {
        guard let first = command.first else { throw ConformanceError(.badCommand, "give the agent's command, such as ./my-agent") }
        program = try Self.path(of: first)
        // Now: the run has a runtime directory of its own.
        cast = castNode.map { NodeCast(node: $0) { name in getenv(name).map { String(cString: $0) } } }
        let rest = command.dropFirst().map { Self.replacing($0) }
        let isNamed = rest != Array(command.dropFirst())
        arguments = isNamed || groupArgument == .none ? rest : rest + ["--group", PrivateGroup.name]
    }

    /// Runs every check.
    /// - Throws: when the private group cannot be made, or on Ctrl-C. The agent is ended either way.
    @available(*, noasync)
    func run(_ report: Report) throws(ConformanceError) {
        let interruption = try Interruption()
        let stage = Stage(try PrivateGroup(), interruption)
        let examiner = try AgentExaminer(self, stage: stage, report: report)
        defer { examiner.process.terminate() }
        try examiner.run()
        guard interruption.hasCome else { return }
        throw ConformanceError(.interrupted, "interrupted; the agent was ended")
    }

    private static func path(of name: String) throws(ConformanceError) -> String {
        let folders =
            name.contains("/") ? [""] : (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":").map { $0 + "/" }
        for folder in folders {
            var facts = stat()
            let path = folder + name
            guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 else { continue }
            guard let absolute = realpath(path, nil) else { continue }
            defer { free(absolute) }
            // A link may stand for the name under which it was called.
            return path.hasPrefix("/") ? path : String(cString: absolute)
        }
        throw ConformanceError(.badCommand, "'\(name)' is not a program that can be run: give its path, such as ./my-agent")
    }

    private static func replacing(_ word: String) -> String {
        word.split(separator: placeholder, omittingEmptySubsequences: false).joined(separator: PrivateGroup.name)
    }
}
