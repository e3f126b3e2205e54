public import AppGroup
import Platform

/// What the control plane asks of the agents of a running session.
public enum AgentRequest: Hashable, Codable, Sendable {
    /// Start a new agent for a source, switch to it at its first good frame, then stop the one that was live.
    case swap(backend: String, arguments: [String], source: SourceName = .screen)
    /// Switch to an attached agent (a standby) likewise.
    case switchTo(agent: UInt32)
    /// Start an agent for a source of which none is live. Without a backend: the one that the source had last.
    case start(backend: String?, arguments: [String], source: SourceName = .screen)
    /// Stop an agent, and confirm it. Without an id: the live one.
    case stop(agent: UInt32?)
    /// The live agent of a source waits, and viewers do not see the source, until an agent is attached, swapped in or started.
    case detach(SourceName)
    /// Let an agent that waits, whichever source it came for, capture for this one. Without an id: the one that waits for the source, the
    /// last to come.
    case attach(SourceName, agent: UInt32?)
    /// Without an id: the live one.
    case pause(agent: UInt32?)
    /// Without an id: the one that is paused.
    case resume(agent: UInt32?)
}

extension AgentRequest: CustomStringConvertible {
    /// For logs, as the command has it: addresses among the arguments are masked.
    public var description: String {
        func text(_ word: String, _ rest: [String?]) -> String { ([word] + rest.compactMap { $0 }).joined(separator: " ") }
        func named(_ source: SourceName) -> [String] { source == .screen ? [] : ["--source", source.text] }
        return switch self {
        case .swap(let backend, let arguments, let source): text("swap", named(source) + [backend] + arguments.map(MaskedAddress.ofArgument))
        case .switchTo(let agent): text("switch", ["\(agent)"])
        case .start(let backend, let arguments, let source):
            text("start-agent", named(source) + [backend] + arguments.map(MaskedAddress.ofArgument))
        case .stop(let agent): text("stop-agent", [agent.map { "\($0)" }])
        case .detach(let source): text("detach", [source.text])
        case .attach(let source, let agent): text("attach", [source.text, agent.map { "\($0)" }])
        case .pause(let agent): text("pause", [agent.map { "\($0)" }])
        case .resume(let agent): text("resume", [agent.map { "\($0)" }])
        }
    }
}
