import FoundationEssentials
import Glibc
import Platform
import Supervision

/// What an agent lists of its kind, asked by running it: the host itself knows no screen, no node and no camera.
enum AgentListing {
    private static let timeLimit = Duration.seconds(5)
    private static let mostBytes = 4 << 20

    /// - Parameters:
    ///   - backend: as in `splitcast-capture-BACKEND`.
    ///   - arguments: with which it prints a JSON array.
    /// - Throws: `.nothingToCapture` with the agent's message, or when there is no such agent.
    @available(*, noasync)
    static func read<Entry: Decodable>(_ type: Entry.Type, _ backend: String, _ arguments: [String]) throws(CommandFailure) -> [Entry] {
        let agent = "splitcast-capture-\(backend)"
        guard let program = AgentCommandLine.find(agent) else {
            throw CommandFailure(.nothingToCapture, "there is no \(agent) beside splitcast or in PATH: build or install it (make build)")
        }
        let (text, end) = try run(program, agent, arguments)
        do { return try JSONDecoder().decode([Entry].self, from: Data(text)) } catch {
            let message = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init) ?? "\(agent): \(end)"
            throw CommandFailure(.nothingToCapture, message.split(separator: "error: ", maxSplits: 1).last.map(String.init) ?? message)
        }
    }

    @available(*, noasync)
    private static func run(_ program: String, _ agent: String, _ arguments: [String]) throws(CommandFailure) -> ([UInt8], ChildProcess.End) {
        do throws(SystemError) {
            let output = try ProgramOutput(of: Launch(program: program, arguments: arguments), within: timeLimit, mostBytes: mostBytes)
            return (output.bytes, output.end)
        } catch {
            guard error.number == ETIMEDOUT else { throw CommandFailure(.nothingToCapture, "\(error)", cause: error) }
            throw CommandFailure(.nothingToCapture, "\(agent) \(arguments[0]) does not answer: is what it asks hanging?", cause: error)
        }
    }
}
