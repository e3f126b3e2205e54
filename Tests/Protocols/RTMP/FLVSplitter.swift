@testable import Protocols

/// An FLV byte stream, as a muxer writes it in any pieces, taken apart into the messages of a published stream: how packets became RTMP
/// messages before they were written directly. `RTMPMediaTests` hold the direct way against it.
///
/// What describes the stream (`onMetaData` and the codecs' headers) is held until the first picture or audio and gets its
/// time, since the muxer gives it time 0: after a reconnect a receiver would see hours between header and picture.
struct FLVSplitter {
    private enum Stage {
        /// Bytes of the file's header and of sizes of tags before, which say nothing new.
        case skipping(Int)
        /// Eleven bytes and the first two of the body, which tell what it is.
        case reading
        /// The rest of a body that is passed on as it comes.
        case passing(Int)
        /// The rest of a body that is wanted whole.
        case collecting(Int)
    }

    private struct Tag {
        var kind: UInt8
        var timestamp: UInt32
        var body: [UInt8]
    }

    private static let tagHeaderBytes = 11
    /// Of a description. Codec headers have tens of bytes, metadata hundreds.
    private static let longestDescription = 64 * 1024
    private static let mostHeld = 16
    private var stage = Stage.skipping(13)
    private var header: [UInt8] = []
    private var collected: Tag?
    private var held: [Tag] = []
    private var hasMedia = false

    /// - Parameters:
    ///   - streamID: the message stream that is published to.
    ///   - bytes: gets the chunks.
    mutating func append(
        _ part: UnsafeRawBufferPointer, streamID: UInt32, through writer: inout ChunkWriter, into bytes: inout [UInt8]
    ) throws(RTMPGarbage) {
        var rest = part[...]
        while !rest.isEmpty {
            switch stage {
            case .skipping(let left):
                let count = min(left, rest.count)
                rest = rest.dropFirst(count)
                stage = left > count ? .skipping(left - count) : .reading
            case .reading:
                let wanted = header.count < Self.tagHeaderBytes ? Self.tagHeaderBytes : Self.tagHeaderBytes + min(2, bodyBytes)
                let piece = rest.prefix(wanted - header.count)
                header.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece))
                rest = rest.dropFirst(piece.count)
                if header.count >= Self.tagHeaderBytes, header.count == Self.tagHeaderBytes + min(2, bodyBytes) {
                    try begin(streamID, &writer, &bytes)
                }
            case .passing(let left):
                let piece = rest.prefix(left)
                writer.append(UnsafeRawBufferPointer(rebasing: piece), into: &bytes)
                rest = rest.dropFirst(piece.count)
                stage = left > piece.count ? .passing(left - piece.count) : .skipping(4)
            case .collecting(let left):
                let piece = rest.prefix(left)
                collected?.body.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece))
                rest = rest.dropFirst(piece.count)
                stage = left > piece.count ? .collecting(left - piece.count) : .skipping(4)
                if left == piece.count { finishDescription(streamID, &writer, &bytes) }
            }
        }
    }

    /// Of the tag whose header was read.
    private var bodyBytes: Int { Int(header[1]) << 16 | Int(header[2]) << 8 | Int(header[3]) }

    private mutating func begin(_ streamID: UInt32, _ writer: inout ChunkWriter, _ bytes: inout [UInt8]) throws(RTMPGarbage) {
        defer { header.removeAll(keepingCapacity: true) }
        let (kind, length) = (header[0] & 0x1F, bodyBytes)
        let time = UInt32(header[7]) << 24 | UInt32(header[4]) << 16 | UInt32(header[5]) << 8 | UInt32(header[6])
        guard let stream = Self.chunkStream(kind) else { throw RTMPGarbage("a tag of kind \(kind)") }
        let start = header[Self.tagHeaderBytes...]
        let left = length - start.count
        if kind == RTMPMessage.Kind.data || !hasMedia && Self.isCodecHeader(kind, start) {
            guard length <= Self.longestDescription else { throw RTMPGarbage("a description of \(length) bytes") }
            collected = Tag(kind: kind, timestamp: time, body: Array(start))
            stage = left > 0 ? .collecting(left) : .skipping(4)
            if left == 0 { finishDescription(streamID, &writer, &bytes) }
            return
        }
        if !hasMedia {
            hasMedia = true
            for tag in held { Self.write(tag, at: time, streamID, &writer, &bytes) }
            held = []
        }
        writer.begin(kind, length: length, timestamp: time, streamID: streamID, on: stream, into: &bytes)
        start.withUnsafeBytes { writer.append($0, into: &bytes) }
        stage = left > 0 ? .passing(left) : .skipping(4)
    }

    private mutating func finishDescription(_ streamID: UInt32, _ writer: inout ChunkWriter, _ bytes: inout [UInt8]) {
        guard let tag = collected else { return }
        collected = nil
        if hasMedia {
            Self.write(tag, at: tag.timestamp, streamID, &writer, &bytes)
        } else if held.count < Self.mostHeld {
            held.append(tag)
        }
    }

    private static func write(
        _ tag: Tag, at time: UInt32, _ streamID: UInt32, _ writer: inout ChunkWriter, _ bytes: inout [UInt8]
    ) {
        guard let stream = chunkStream(tag.kind) else { return }
        // What a server shall tell everyone who comes later is set, not sent.
        let isMetadata = tag.kind == RTMPMessage.Kind.data && tag.body.starts(with: AMF0Value.bytes(.string("onMetaData")))
        let body = (isMetadata ? AMF0Value.bytes(.string("@setDataFrame")) : []) + tag.body
        writer.write(RTMPMessage(tag.kind, timestamp: time, streamID: streamID, body), on: stream, into: &bytes)
    }

    private static func chunkStream(_ kind: UInt8) -> ChunkWriter.ChunkStream? {
        switch kind {
        case RTMPMessage.Kind.audio: .audio
        case RTMPMessage.Kind.video: .video
        case RTMPMessage.Kind.data: .data
        default: nil
        }
    }

    /// H.264's (codec 7) and AAC's (format 10) have a second byte of 0.
    private static func isCodecHeader(_ kind: UInt8, _ start: ArraySlice<UInt8>) -> Bool {
        guard let first = start.first, start.count == 2, start.last == 0 else { return false }
        return kind == RTMPMessage.Kind.video ? first & 0x0F == 7 : kind == RTMPMessage.Kind.audio && first >> 4 == 10
    }
}
