@testable import Protocols

extension Decoder {
    /// What an RTMP server may send, layer by layer.
    static var rtmp: [Decoder] { [amf0, chunks, server] }

    private static var amf0: Decoder {
        let values: [AMF0Value] = [
            .number(1), .string("onStatus"), .object(["level": .string("error"), "code": .table(["a": .array([.null, .boolean(true)])])]),
            .date(5), .undefined,
        ]
        return Decoder(name: "amf0", seeds: [values.flatMap { AMF0Value.bytes($0) }], longest: 2048) { bytes in
            let read = AMF0Reader.values(Array(bytes))
            let written = read.flatMap { AMF0Value.bytes($0) }
            let again = AMF0Reader.values(written).flatMap { AMF0Value.bytes($0) }
            demand(written == again, "changes when it is written")
        }
    }

    private static var chunks: Decoder {
        let first = chunks([RTMPMessage(20, [UInt8](repeating: 1, count: 300)), RTMPMessage(1, 64), RTMPMessage(9, timestamp: 1 << 25, [1, 2])])
        return Decoder(name: "chunks", seeds: [[3] + first, [200] + first], longest: 4096) { bytes in
            guard let piece = bytes.first else { return }
            let whole = messages(Array(bytes.dropFirst()), pieces: bytes.count)
            demand(whole == messages(Array(bytes.dropFirst()), pieces: max(1, Int(piece))), "pieces make a difference")
            demand(whole.allSatisfy { $0.payload.count <= ChunkReader.longestMessage }, "a message that is too long")
        }
    }

    /// A connection after the greeting: what the server sends leads to acceptance, refusal or nothing, never to endless talk.
    private static var server: Decoder {
        let answers = [
            command("_result", 1, .object([:]), status("status", "NetConnection.Connect.Success")), command("_result", 4, .null, .number(1)),
            command("onStatus", 0, .null, status("status", "NetStream.Publish.Start")),
        ]
        let more = [
            RTMPMessage(5, 1000), RTMPMessage(6, [0, 0, 1, 0, 2]), RTMPMessage(4, [0, 6, 1, 2, 3, 4]), RTMPMessage(1, 4096),
            command("onStatus", 0, .null, status("error", "NetStream.Publish.BadName")), command("close", 0, .null),
        ]
        let login = command("_error", 1, .null, status("error", "[ authmod=adobe ] : ?reason=needauth&user=a&salt=b&challenge=c&opaque=d"))
        let greeting = [3] + [UInt8](repeating: 7, count: 3072)
        let address = RTMPAddress("rtmp://joe:word@a/live/KEY")!
        return Decoder(name: "rtmpServer", seeds: [chunks(answers + more), chunks([login]), chunks(answers)], longest: 4096) { bytes in
            var publisher = RTMPPublisher(address, seed: 1)
            do throws(NetworkError) {
                for part in [greeting, Array(bytes)] {
                    _ = try part.withUnsafeBufferPointer { (part) throws(NetworkError) in try publisher.receive(UnsafeRawBufferPointer(part)) }
                }
                publisher.sayGoodbye()
            } catch {
                demand(error.message.count < 1200 && !error.message.isEmpty, "a refusal of many words")
            }
            demand(publisher.outgoing.count < 8192 + 32 * bytes.count, "talks without end")
        }
    }

    private static func messages(_ bytes: [UInt8], pieces: Int) -> [RTMPMessage] {
        var (reader, messages) = (ChunkReader(), [RTMPMessage]())
        do throws(RTMPGarbage) {
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes { reader.append($0) }
                while let message = try reader.next() { messages.append(message) }
            }
        } catch {}
        return messages
    }

    private static func chunks(_ messages: [RTMPMessage]) -> [UInt8] {
        var (writer, bytes) = (ChunkWriter(), [UInt8]())
        for message in messages { writer.write(message, on: .commands, into: &bytes) }
        return bytes
    }

    private static func command(_ name: String, _ number: Double, _ values: AMF0Value...) -> RTMPMessage {
        RTMPMessage(20, AMF0Value.bytes(.string(name), .number(number)) + values.flatMap { AMF0Value.bytes($0) })
    }

    private static func status(_ level: String, _ words: String) -> AMF0Value {
        .object(["level": .string(level), "code": .string(words), "description": .string(words)])
    }
}
