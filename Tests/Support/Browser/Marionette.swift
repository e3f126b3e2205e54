import Fixtures
import Foundation

/// Firefox's own WebDriver: JSON messages over TCP, each after its length and a colon.
final class Marionette {
    private let socket: Int32
    private var unread: [UInt8] = []
    private var number = 0

    init(port: UInt16) throws {
        guard let made = LinkSockets.connect(port: port) else { throw FixtureError("Firefox's driver does not listen on port \(port)") }
        socket = made
        _ = try nextMessage("its greeting")
        _ = try call("WebDriver:NewSession", ["capabilities": [String: Any]()])
    }

    deinit { close(socket) }

    /// Sends a command and returns its result.
    func call(_ command: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        number += 1
        let body = [UInt8](try JSONSerialization.data(withJSONObject: [0, number, command, parameters]))
        var rest = [UInt8]("\(body.count):".utf8) + body
        try waitUntil("Firefox to take \(command)") {
            let count = send(socket, rest, rest.count, Int32(MSG_NOSIGNAL))
            if count > 0 { rest.removeFirst(count) }
            return rest.isEmpty
        }
        while true {
            guard let answer = try nextMessage(command) as? [Any], answer.count == 4, answer[1] as? Int == number else { continue }
            if let error = answer[2] as? [String: Any] { throw FixtureError("\(command): \(error["message"] ?? error)") }
            return answer[3] as? [String: Any] ?? [:]
        }
    }

    private func nextMessage(_ what: String) throws -> Any {
        var message: [UInt8]?
        try waitUntil("Firefox to answer \(what)", timeout: .seconds(60)) {
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = recv(socket, &chunk, chunk.count, 0)
            if count == 0 { throw FixtureError("Firefox hung up") }
            if count > 0 { unread += chunk[..<count] }
            guard let colon = unread.firstIndex(of: UInt8(ascii: ":")), let length = Int(String(decoding: unread[..<colon], as: UTF8.self)),
                unread.count > colon + length
            else { return false }
            message = Array(unread[(colon + 1)...(colon + length)])
            unread.removeSubrange(...(colon + length))
            return true
        }
        return try JSONSerialization.jsonObject(with: Data(message ?? []))
    }
}
