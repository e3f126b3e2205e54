import Codec
import Platform

/// The media of a published stream: each packet becomes a message, its bytes copied once, straight into chunks.
///
/// What describes the stream (`onMetaData` and the decoders' configurations) is sent with the first packet and has its time: with time 0
/// a receiver would see hours between configuration and picture after a reconnect.
struct RTMPMedia {
    /// A message's length has three bytes.
    private static let mostBytes = 1 << 24 - 1
    /// As they are configured now.
    private var streams: [StreamDescription]
    private var timeline: PacketTimeline
    private var isDescribed = false
    /// Of the picture that is being written; kept for its memory.
    private var units: [Range<Int>] = []

    /// - Parameters:
    ///   - streams: one of pictures and one of audio at most.
    ///   - start: what becomes time 0.
    ///   - first: packets before it are left out.
    init(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime) {
        self.streams = streams
        timeline = PacketTimeline(milliseconds: streams, start: start, from: first)
    }

    /// Writes a packet's message, what describes it before it where that is due, and the texts that it carries behind it.
    ///
    /// - Parameters:
    ///   - streamID: the message stream that is published to.
    ///   - bytes: gets the chunks.
    /// - Returns: false when the packet was left out.
    mutating func write(
        _ packet: Packet, streamID: UInt32, through writer: inout ChunkWriter, into bytes: inout [UInt8]
    ) throws(NetworkError) -> Bool {
        guard let track = timeline.admit(packet) else { return false }
        let (dts, pts) = timeline.stamp(packet, track: track)
        let time = Self.timestamp(dts)
        if !isDescribed {
            isDescribed = true
            writer.write(metadata(at: time, streamID), on: .data, into: &bytes)
            for stream in streams { Self.writeConfiguration(of: stream, at: time, streamID, &writer, &bytes) }
        }
        if let stream = packet.stream, stream !== streams[track] {
            let isNew = !stream.hasHeader(of: streams[track])
            streams[track] = stream
            if isNew { Self.writeConfiguration(of: stream, at: time, streamID, &writer, &bytes) }
        }
        switch packet.kind {
        case .video: try writePicture(packet, at: time, shownAfter: pts - dts, streamID, &writer, &bytes)
        case .audio: try writeAudio(packet, at: time, streamID, &writer, &bytes)
        }
        for message in packet.messages {
            let text = RTMPMessage(
                RTMPMessage.Kind.data, timestamp: UInt32(truncatingIfNeeded: dts), streamID: streamID, message.onTextData)
            writer.write(text, on: .data, into: &bytes)
        }
        return true
    }

    /// Leaves out the time until `next`.
    mutating func skip(to next: MediaTime) { timeline.skip(to: next) }

    /// Says that no picture follows, where there was one.
    func writeEnd(streamID: UInt32, through writer: inout ChunkWriter, into bytes: inout [UInt8]) {
        guard let coding = streams.first(where: { $0.kind == .video })?.coding, let track = timeline.track(of: coding),
            let last = timeline.last(track: track)
        else { return }
        let body = RTMPHead(coding, .end).withBytes { Array($0) }
        let message = RTMPMessage(RTMPMessage.Kind.video, timestamp: Self.timestamp(last), streamID: streamID, body)
        writer.write(message, on: .video, into: &bytes)
    }

    /// Each unit with its length instead of its start code, behind the time between decoding and showing; of AV1 the units as they are.
    private mutating func writePicture(
        _ packet: Packet, at time: UInt32, shownAfter offset: Int64, _ streamID: UInt32, _ writer: inout ChunkWriter, _ bytes: inout [UInt8]
    ) throws(NetworkError) {
        units.removeAll(keepingCapacity: true)
        packet.appendUnits(to: &units)
        let head = RTMPHead(packet.coding, .media(shownAfter: offset), isKeyframe: packet.isKeyframe)
        let lengthBytes = packet.coding == .av1 ? 0 : MemoryLayout<UInt32>.size
        let length = units.reduce(head.count) { $0 + lengthBytes + $1.count }
        try Self.demandRoom(length)
        writer.begin(RTMPMessage.Kind.video, length: length, timestamp: time, streamID: streamID, on: .video, into: &bytes)
        head.withBytes { writer.append($0, into: &bytes) }
        packet.withBytes { picture in
            for unit in units {
                if lengthBytes > 0 { withUnsafeBytes(of: UInt32(unit.count).bigEndian) { writer.append($0, into: &bytes) } }
                writer.append(UnsafeRawBufferPointer(rebasing: picture[unit]), into: &bytes)
            }
        }
    }

    private func writeAudio(
        _ packet: Packet, at time: UInt32, _ streamID: UInt32, _ writer: inout ChunkWriter, _ bytes: inout [UInt8]
    ) throws(NetworkError) {
        let head = RTMPHead(packet.coding, .media(shownAfter: 0))
        let length = head.count + packet.byteCount
        try Self.demandRoom(length)
        writer.begin(RTMPMessage.Kind.audio, length: length, timestamp: time, streamID: streamID, on: .audio, into: &bytes)
        head.withBytes { writer.append($0, into: &bytes) }
        packet.withBytes { writer.append($0, into: &bytes) }
    }

    private static func demandRoom(_ length: Int) throws(NetworkError) {
        guard length > mostBytes else { return }
        throw NetworkError(.media, "a packet of \(length) bytes cannot be sent, RTMP carries \(mostBytes) at most: lower the bit rate")
    }

    private static func writeConfiguration(
        of stream: StreamDescription, at time: UInt32, _ streamID: UInt32, _ writer: inout ChunkWriter, _ bytes: inout [UInt8]
    ) {
        let isVideo = stream.kind == .video
        let head = RTMPHead(stream.coding, .configuration).withBytes { Array($0) }
        let kind = isVideo ? RTMPMessage.Kind.video : RTMPMessage.Kind.audio
        let message = RTMPMessage(kind, timestamp: time, streamID: streamID, head + stream.decoderConfiguration)
        writer.write(message, on: isVideo ? .video : .audio, into: &bytes)
    }

    /// Set, not just sent, so that the server hands it to viewers who come later.
    private func metadata(at time: UInt32, _ streamID: UInt32) -> RTMPMessage {
        let body = AMF0Value.bytes(.string("@setDataFrame"), .string("onMetaData"), .metadata(of: streams))
        return RTMPMessage(RTMPMessage.Kind.data, timestamp: time, streamID: streamID, body)
    }

    /// As FLV has it, in 31 bits: it begins again at 0 after 24 days.
    private static func timestamp(_ milliseconds: Int64) -> UInt32 { UInt32(truncatingIfNeeded: milliseconds & 0x7FFF_FFFF) }
}
