import Codec
import Platform

@testable import Protocols

/// What is published on one connection, and the two ways to make RTMP of it.
struct MediaSession {
    enum Step {
        case packet(Packet)
        case skip(to: MediaTime)
    }

    /// What is sent: a chunk size as after `createStream`, then media.
    struct Sent {
        var bytes: [UInt8] = []
        /// For each packet whether it was sent.
        var accepted: [Bool] = []

        var messages: [RTMPMessage] {
            get throws {
                var (reader, messages) = (ChunkReader(), [RTMPMessage]())
                bytes.withUnsafeBytes { reader.append($0) }
                while let message = try reader.next() { messages.append(message) }
                return messages
            }
        }
    }

    private let streams: [StreamDescription]
    private let start: MediaTime
    private let first: MediaTime
    private let steps: [Step]
    private static let chunkSize = RTMPMessage(RTMPMessage.Kind.chunkSize, 4096)

    init(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime? = nil, _ steps: [Step]) {
        (self.streams, self.start, self.first, self.steps) = (streams, start, first ?? start, steps)
    }

    /// As the product does it.
    func direct() throws -> Sent {
        var (media, writer, sent) = (RTMPMedia(streams, start: start, from: first), ChunkWriter(), Sent())
        writer.write(Self.chunkSize, on: .control, into: &sent.bytes)
        for step in steps {
            switch step {
            case .packet(let packet): sent.accepted.append(try media.write(packet, streamID: 1, through: &writer, into: &sent.bytes))
            case .skip(let next): media.skip(to: next)
            }
        }
        media.writeEnd(streamID: 1, through: &writer, into: &sent.bytes)
        return sent
    }

    /// Through libavformat's FLV muxer.
    func throughFLV() throws -> Sent {
        let sink = SplittingSink()
        sink.writer.write(Self.chunkSize, on: .control, into: &sink.bytes)
        let muxer = try Muxer(.flv, streams: streams, start: start, from: first, into: sink)
        var sent = Sent()
        for step in steps {
            switch step {
            case .packet(let packet):
                sent.accepted.append(try muxer.write(packet))
                guard sent.accepted.last == true else { continue }
                for message in packet.messages { try muxer.writeData(message.onTextData, with: packet.coding) }
            case .skip(let next): try muxer.skip(to: next)
            }
        }
        try muxer.finish()
        sent.bytes = sink.bytes
        return sent
    }

    private final class SplittingSink: ByteSink {
        var writer = ChunkWriter()
        var bytes: [UInt8] = []
        private var splitter = FLVSplitter()
        let isSeekable = false

        func write(_ part: UnsafeRawBufferPointer) throws { try splitter.append(part, streamID: 1, through: &writer, into: &bytes) }
        func seek(toByte offset: Int) throws {}
    }
}
