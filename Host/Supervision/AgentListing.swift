import FoundationEssentials
import Glibc
public import Platform

public typealias AgentListingError = Fault<AgentListingErrorCode>

/// Why an agent lists nothing.
public enum AgentListingErrorCode: Hashable, Sendable {
    case noAgent
    case notStarted
    /// Not in time.
    case unanswered
    /// It prints no list: the message is its own.
    case refused
}

/// What an agent lists of its kind, asked by running it: the host itself knows no screen, no node and no camera.
public enum AgentListing {
    private static let timeLimit = Duration.seconds(5)
    private static let mostBytes = 4 << 20

    /// - Parameters:
    ///   - backend: as in `splitcast-capture-BACKEND`.
    ///   - arguments: with which it prints a JSON array.
    @available(*, noasync)
    public static func read<Entry: Decodable>(
        _ type: Entry.Type, _ backend: String, _ arguments: [String]
    ) throws(AgentListingError) -> [Entry] {
        let agent = "splitcast-capture-\(backend)"
        guard let program = AgentCommandLine.find(agent) else {
            throw AgentListingError(.noAgent, "there is no \(agent) beside splitcast or in PATH: build or install it (make build)")
        }
        let (text, end) = try run(program, agent, arguments)
        do { return try JSONDecoder().decode([Entry].self, from: Data(text)) } catch {
            let message = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init) ?? "\(agent): \(end)"
            throw AgentListingError(.refused, message.split(separator: "error: ", maxSplits: 1).last.map(String.init) ?? message)
        }
    }

    @available(*, noasync)
    private static func run(
        _ program: String, _ agent: String, _ arguments: [String]
    ) throws(AgentListingError) -> ([UInt8], ChildProcess.End) {
        do throws(SystemError) {
            let output = try ProgramOutput(of: Launch(program: program, arguments: arguments), within: timeLimit, mostBytes: mostBytes)
            return (output.bytes, output.end)
        } catch {
            guard error.number == ETIMEDOUT else { throw AgentListingError(.notStarted, "\(error)", cause: error) }
            throw AgentListingError(.unanswered, "\(agent) \(arguments[0]) does not answer: is what it asks hanging?", cause: error)
        }
    }
}
