import Fixtures
import Platform
import Synchronization

/// An RTMP server on a loopback port that takes every client as far as `publish`, and then refuses it. What it says is written out
/// byte for byte, so that it owes nothing to the code under test.
final class RefusingServer: Sendable {
    private let port: UInt16
    private let isOver: Flag
    private let worker: Worker

    private final class Flag: Sendable { let isSet = Atomic<Bool>(false) }

    /// - Parameters:
    ///   - code: of the refusal, with a description.
    ///   - isLate: whether publishing is allowed first.
    init(_ code: String, _ description: String, isLate: Bool = false) throws {
        let (listener, flag) = (Listener(), Flag())
        (port, isOver) = (listener.port, flag)
        worker = try Worker(name: "test-rtmp") {
            while !flag.isSet.load(ordering: .acquiring) {
                guard let connection = listener.accept(within: .milliseconds(50)) else { continue }
                let start = isLate ? Self.status("status", "NetStream.Publish.Start", "") : []
                Self.talk(to: connection, refusal: start + Self.status("error", code, description))
            }
        }
    }

    deinit {
        isOver.isSet.store(true, ordering: .releasing)
        worker.join()
    }

    /// With a key that must never be shown.
    var address: String { "rtmp://127.0.0.1:\(port)/live/secretkey" }

    /// Greets, answers `connect` and `createStream`, refuses at `publish`, and is silent until the client has gone.
    private static func talk(to client: Listener.Line, refusal: [UInt8]) {
        client.write([3] + (0..<2 * 1536).map { UInt8(truncatingIfNeeded: $0) })
        var bytes: [UInt8] = []
        for (name, answer) in [
            ("connect", { message("_result", $0, [5] + object([("level", "status"), ("code", "NetConnection.Connect.Success")])) }),
            ("createStream", { message("_result", $0, [5] + number(1)) }), ("publish", { _ in refusal }),
        ] as [(String, ([UInt8]) -> [UInt8])] {
            while true {
                if let call = callNumber(of: name, in: bytes) {
                    client.write(answer(call))
                    break
                }
                let more = client.read()
                guard !more.isEmpty else { return }
                bytes += more
            }
        }
        _ = client.readToEnd()
    }

    /// The eight bytes of a command's number, which follow its name. Neither is ever cut by a chunk's end: they stand at its start.
    private static func callNumber(of name: String, in bytes: [UInt8]) -> [UInt8]? {
        let start = string(name) + [0]
        guard bytes.count >= start.count + 8 else { return nil }
        for index in 0...(bytes.count - start.count - 8) where bytes[index] == 2 && bytes[index...].starts(with: start) {
            return Array(bytes[(index + start.count)..<(index + start.count + 8)])
        }
        return nil
    }

    private static func status(_ level: String, _ code: String, _ description: String) -> [UInt8] {
        let values = [("level", level), ("code", code), ("description", description)]
        return message("onStatus", [UInt8](repeating: 0, count: 8), [5] + object(values), on: 1)
    }

    // AMF0: a name without a type, a string, a number, an object of strings.
    private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)] + text.utf8 }
    private static func string(_ value: String) -> [UInt8] { [2] + text(value) }
    private static func number(_ value: Double) -> [UInt8] { [0] + withUnsafeBytes(of: value.bitPattern.bigEndian) { Array($0) } }
    private static func object(_ values: [(String, String)]) -> [UInt8] { [3] + values.flatMap { text($0) + string($1) } + [0, 0, 9] }

    /// A command in chunks of 128 bytes: type 20 on chunk stream 3.
    private static func message(_ name: String, _ call: [UInt8], _ values: [UInt8], on stream: UInt8 = 0) -> [UInt8] {
        let body = string(name) + [0] + call + values
        var bytes: [UInt8] = [3, 0, 0, 0, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF), 20, stream, 0, 0, 0]
        for start in stride(from: 0, to: body.count, by: 128) {
            if start > 0 { bytes.append(0xC3) }
            bytes += body[start..<min(body.count, start + 128)]
        }
        return bytes
    }
}
