import Fixtures
import Foundation
import Platform

/// Asks a host over its control socket, as Shared/CONTROL.md has it. A test that polls starts no process for each question.
///
/// One thread at a time; its functions block.
public final class ControlConnection {
    /// How often a test that polls asks at most: each answer is the host's work, which is measured in some tests.
    private static let interval: Duration = .milliseconds(20)
    private static let timeLimit: Duration = .seconds(3)

    private let path: String
    private let answer = UnsafeMutableRawBufferPointer.allocate(byteCount: PacketSocket.largestPacketBytes, alignment: 16)
    private var isDue = MediaTime.now()

    /// - Parameter runtimePath: the host's `XDG_RUNTIME_DIR`.
    public init(runtimePath: String, group: String) { path = "\(runtimePath)/splitcast/\(group)/control.sock" }

    deinit { answer.deallocate() }

    /// The answer to one request.
    ///
    /// - Parameter fields: those of the request beside `v` and `do`.
    /// - Throws: `SystemError` where no host answers, `FixtureError` with the host's message where it refuses.
    public func ask(_ request: String, _ fields: [String: Any] = [:]) throws -> [String: Any] {
        while MediaTime.now() < isDue { poll(nil, 0, Int32(max(1, (isDue - .now()).inMilliseconds.rounded(.up)))) }
        defer { isDue = .now() + Self.interval }
        let packet = try JSONSerialization.data(withJSONObject: fields.merging(["v": 1, "do": request]) { $1 })
        // A connection for each question: the host may have been started anew since the last one.
        let socket = try PacketSocket(connectingTo: path)
        try socket.setNonblocking()
        try packet.withUnsafeBytes { try socket.send($0) }
        guard socket.waitReadable(until: .now() + Self.timeLimit) else { throw FixtureError("no answer to '\(request)' on \(path)") }
        var passed: OwnedDescriptor?
        guard case .packet(let count, _) = try socket.receive(into: answer, passed: &passed) else {
            throw FixtureError("the host hung up on '\(request)'")
        }
        let reply = try JSONSerialization.jsonObject(with: Data(answer[..<count])) as? [String: Any] ?? [:]
        if let refusal = reply["error"] as? [String: Any] { throw FixtureError("'\(request)' was refused: \(refusal["message"] ?? refusal)") }
        return reply
    }

    /// What `splitcast status --json` prints.
    public func status() throws -> [String: Any] { try part("status", of: ask("status")) }

    /// Everything that was told since the host began, the oldest first.
    public func events() throws -> [[String: Any]] {
        var all: [[String: Any]] = []
        while true {
            let last = all.last?["sequence"] as? Int ?? 0
            let page: [String: Any] = try part("events", of: ask("events", ["since": last]))
            let events: [[String: Any]] = try part("events", of: page)
            all += events
            if events.isEmpty || events.last?["sequence"] as? Int == page["newest"] as? Int { return all }
        }
    }

    /// A part of an answer, which says what is missing.
    func part<Part>(_ name: String, of reply: [String: Any]) throws -> Part {
        guard let part = reply[name] as? Part else { throw FixtureError("no '\(name)' in the host's answer: \(reply)") }
        return part
    }
}
