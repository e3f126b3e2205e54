import ControlFixtures
import Fixtures
import Foundation
import Platform

@testable import Control

/// A client of obs-websocket that sends what a test tells it, frame by frame.
final class OBSClient: Sendable {
    private let connection: RawConnection
    /// Of the handshake, in lower case.
    let head: String

    var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

    struct Failure: Error { let got: String }

    /// - Parameter headers: beside what makes a WebSocket handshake, or in its place where `isUpgrade` is false.
    init(_ server: OBSWebSocketServer, _ headers: [String] = [], host: String? = nil, isUpgrade: Bool = true) throws {
        connection = try RawConnection(server.address)
        let upgrade =
            isUpgrade
            ? ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="] : []
        let lines = ["GET / HTTP/1.1", "Host: \(host ?? "\(server.address)")"] + upgrade + headers
        try connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8), let next = try connection.receive(1) { bytes += next }
        head = String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// The rest of an answer that is no upgrade.
    func body() throws -> String { status == 101 ? "" : try connection.read(until: nil) }

    // MARK: Sending

    /// Masked with zeros, which is a mask as any other.
    func send(opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) throws {
        let length: [UInt8] =
            payload.count < 126
            ? [0x80 | UInt8(payload.count)]
            : payload.count < 65536
                ? [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
                : [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        try connection.send([(isFinal ? 0x80 : 0) | opcode] + length + [0, 0, 0, 0] + payload)
    }

    func send(_ text: String) throws { try send(opcode: 1, Array(text.utf8)) }

    func send(_ op: Int, _ data: JSONValue) throws {
        try send(String(decoding: try ControlJSON.encode(["op": .whole(op), "d": data] as JSONValue), as: UTF8.self))
    }

    /// A frame without a mask, which no client may send.
    func sendUnmasked(opcode: UInt8, _ payload: [UInt8]) throws { try connection.send([0x80 | opcode, UInt8(payload.count)] + payload) }

    /// As `RawConnection.flood`, with pings.
    func floodPings(most: Int) -> Int {
        let ping: [UInt8] = [0x89, 0x80 | 100, 0, 0, 0, 0] + [UInt8](repeating: 97, count: 100)
        return connection.flood((0..<500).flatMap { _ in ping }, most: most)
    }

    // MARK: Receiving

    /// The next message, or the code with which the connection is closed.
    func next() throws -> (op: Int, data: JSONValue) {
        let (opcode, payload) = try frame()
        guard opcode == 1, let message = try? ControlJSON.decode(JSONValue.self, from: payload), case .whole(let op)? = message["op"] else {  // shown
            throw Failure(got: "\(opcode): \(String(decoding: payload, as: UTF8.self))")
        }
        return (op, message["d"] ?? .null)
    }

    /// Skips messages; 0 where the connection ends without a word.
    func closeCode() throws -> Int {
        while let (opcode, payload) = try? frame() {  // it is closed
            if opcode == 8, payload.count >= 2 { return Int(payload[0]) << 8 | Int(payload[1]) }
        }
        return 0
    }

    /// Pings alone do not keep a test waiting.
    private func frame() throws -> (opcode: UInt8, payload: [UInt8]) {
        let deadline = MediaTime.now() + .seconds(20)
        while MediaTime.now() < deadline {
            guard let start = try connection.receive(2) else { throw Failure(got: "the end") }
            var count = Int(start[1] & 127)
            if count >= 126 {
                guard let long = try connection.receive(count == 126 ? 2 : 8) else { throw Failure(got: "the end") }
                count = long.reduce(0) { $0 << 8 | Int($1) }
            }
            guard let payload = count == 0 ? [] : try connection.receive(count) else { throw Failure(got: "the end") }
            if start[0] & 15 != 9 { return (start[0] & 15, payload) }
        }
        throw Failure(got: "nothing but pings")
    }

    // MARK: The protocol

    /// - Returns: what the server said, `identified` or the end.
    func identify(_ password: String? = nil, events: Int? = nil) throws {
        let hello = try next()
        var fields: [String: JSONValue] = ["rpcVersion": 1]
        if let password, case .text(let challenge)? = hello.data["authentication"]?["challenge"],
            case .text(let salt)? = hello.data["authentication"]?["salt"]
        {
            fields["authentication"] = .text(OBSAuthentication.answer(password, challenge, salt))
        }
        if let events { fields["eventSubscriptions"] = .whole(events) }
        try send(1, .object(fields))
    }

    /// Carries out a request and returns its answer; events before it are handed to `others`.
    @discardableResult
    func ask(_ name: String, _ fields: JSONValue? = nil, others: (JSONValue) -> Void = { _ in }) throws -> JSONValue {
        var request: [String: JSONValue] = ["requestType": .text(name), "requestId": 7]
        if let fields { request["requestData"] = fields }
        try send(6, .object(request))
        while true {
            let (op, data) = try next()
            if op == 7 { return data }
            others(data)
        }
    }

    /// The number of what a request came to.
    func code(_ name: String, _ fields: JSONValue? = nil) throws -> Int {
        guard case .whole(let code)? = try ask(name, fields)["requestStatus"]?["code"] else { throw Failure(got: "no code") }
        return code
    }

    func event() throws -> JSONValue {
        while true {
            let (op, data) = try next()
            if op == 5 { return data }
        }
    }
}

/// A server of obs-websocket for a session that only remembers, while a test asks it.
struct ServedOBS: Sendable {
    var limits = OBSWebSocketLimits()
    var password: String? = "secret"
    let session: FakeSession
    private let scratch = Scratch()
    /// Not there before something is recorded.
    var recordings: String { scratch.file("videos/new") }

    init(_ session: FakeSession = FakeSession()) { self.session = session }

    /// Runs `body` on a thread of its own meanwhile.
    func serving<Answer: Sendable>(_ body: @escaping @Sendable (OBSWebSocketServer) throws -> Answer) async throws -> Answer {
        let server = try OBSWebSocketServer(PageAddress("127.0.0.1:0"), password: password, limits, recordings: recordings)
        let (serving, signal) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: Void.self) { [session] tasks in
            tasks.addTask { try await server.run(showing: session) { signal.yield() } }
            for await _ in serving { break }
            let answer = try await Worker.run(name: "client") { Result { try body(server) } }
            tasks.cancelAll()
            return try answer.get()
        }
    }

    /// With a client that is let in.
    func asking<Answer: Sendable>(events: Int? = 0, _ body: @escaping @Sendable (OBSClient) throws -> Answer) async throws -> Answer {
        try await serving { [password] server in
            let client = try OBSClient(server)
            try client.identify(password, events: events)
            guard try client.next().op == 2 else { throw OBSClient.Failure(got: "no Identified") }
            return try body(client)
        }
    }
}
