import Fixtures
import Foundation

/// The browser's end of `--remote-debugging-pipe`: JSON messages, each ended by a zero byte, over two pipes.
final class DevTools {
    private let commands: Int32
    private let answers: Int32
    private var unread: [UInt8] = []
    private var number = 0
    /// The page that commands go to; none: the browser itself.
    var session: String?

    /// Opens two named pipes, both for reading and writing, so that neither side waits for the other to open.
    init(commands: String, answers: String) throws {
        for path in [commands, answers] where mkfifo(path, 0o600) != 0 { throw FixtureError("mkfifo \(path)") }
        self.commands = open(commands, O_RDWR | O_CLOEXEC)
        self.answers = open(answers, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    }

    deinit {
        close(commands)
        close(answers)
    }

    /// Sends a command and returns its result; events in between are dropped.
    func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        number += 1
        var message: [String: Any] = ["id": number, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
        guard write(commands, bytes, bytes.count) == bytes.count else { throw FixtureError("the browser takes no command") }
        var result: [String: Any]?
        try waitUntil("\(method) in the browser", timeout: .seconds(60)) {
            while let answer = try nextMessage() {
                guard answer["id"] as? Int == number else { continue }
                if let error = answer["error"] { throw FixtureError("\(method): \(error)") }
                result = answer["result"] as? [String: Any] ?? [:]
                return true
            }
            return false
        }
        return result ?? [:]
    }

    private func nextMessage() throws -> [String: Any]? {
        var chunk = [UInt8](repeating: 0, count: 65536)
        while !unread.contains(0) {
            let count = read(answers, &chunk, chunk.count)
            guard count > 0 else { return nil }
            unread += chunk[..<count]
        }
        let end = unread.firstIndex(of: 0)!
        defer { unread.removeSubrange(...end) }
        return try JSONSerialization.jsonObject(with: Data(unread[..<end])) as? [String: Any] ?? [:]
    }
}
