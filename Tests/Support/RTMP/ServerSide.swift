package import Protocols

/// The server's side of an RTMP connection as values: messages to bytes, bytes to messages, what servers usually answer.
package struct ServerSide {
    private var writer = ChunkWriter()
    private var reader = ChunkReader()
    private var greeting: [UInt8] = []
    private static let greetingBytes = 1 + 2 * 1536

    package init() {}

    /// S0, S1 and S2.
    package static let answer: [UInt8] = [3] + (0..<2 * 1536).map { UInt8(truncatingIfNeeded: $0) }

    package var isGreeted: Bool { greeting.count == Self.greetingBytes }

    /// The messages in what a client sent, its greeting left out.
    package mutating func receive(_ bytes: [UInt8]) throws -> [RTMPMessage] {
        let rest = bytes.dropFirst(Self.greetingBytes - greeting.count)
        greeting += bytes.prefix(Self.greetingBytes - greeting.count)
        rest.withUnsafeBytes { reader.append($0) }
        var messages: [RTMPMessage] = []
        while let message = try reader.next() { messages.append(message) }
        return messages
    }

    package mutating func bytes(_ messages: RTMPMessage...) -> [UInt8] {
        var bytes: [UInt8] = []
        for message in messages { writer.write(message, on: message.kind == 20 ? .commands : .control, into: &bytes) }
        return bytes
    }

    package mutating func command(_ name: String, _ number: Double, _ values: AMF0Value..., streamID: UInt32 = 0) -> [UInt8] {
        var body = AMF0Value.bytes(.string(name), .number(number))
        for value in values { value.append(to: &body) }
        return bytes(RTMPMessage(RTMPMessage.Kind.command, streamID: streamID, body))
    }

    package mutating func status(_ code: String, _ description: String = "", level: String = "status") -> [UInt8] {
        command("onStatus", 0, .null, Self.information(level, code, description), streamID: 1)
    }

    package static func information(_ level: String, _ code: String, _ description: String = "") -> AMF0Value {
        .object(["level": .string(level), "code": .string(code), "description": .string(description)])
    }

    /// What a server that has nothing against it says to a command; empty for those that need no answer.
    package mutating func usualAnswer(to command: [AMF0Value]) -> [UInt8] {
        guard let number = command.dropFirst().first?.number else { return [] }
        switch command.first?.text {
        case "connect":
            return self.bytes(
                RTMPMessage(RTMPMessage.Kind.windowSize, 2_500_000), RTMPMessage(RTMPMessage.Kind.peerBandwidth, [0, 0x26, 0x25, 0xA0, 2]),
                RTMPMessage(RTMPMessage.Kind.chunkSize, 4096))
                + self.command(
                    "_result", number, .object(["fmsVer": .string("FMS/3,0,1,123")]), Self.information("status", "NetConnection.Connect.Success"))
                + self.command("onBWDone", 0, .null)
        case "releaseStream": return self.command("_error", number, .null, Self.information("error", "NetConnection.Call.Failed"))
        case "createStream": return self.command("_result", number, .null, .number(1))
        case "publish": return self.status("NetStream.Publish.Start", "Start publishing")
        default: return []
        }
    }
}

extension RTMPMessage {
    /// The values of a command or of data; empty for others.
    package var values: [AMF0Value] { kind == Kind.command || kind == Kind.data ? AMF0Reader.values(payload) : [] }
}
