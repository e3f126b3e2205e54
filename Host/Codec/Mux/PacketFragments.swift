public import Platform

/// A broadcast as fragmented MP4 in which each packet is a fragment of its own, finished when the packet comes: what a player that is close
/// behind wants. How long a picture lasts is known when the next one is there; until then it is said to last long, since a player that
/// has nothing to show stands still.
///
/// Belongs to one thread at a time.
public final class PacketFragments {
    /// Longer than a still picture is sent again.
    private static let longestPicture = Duration.seconds(1)
    private static let firstTrack: UInt32 = 1
    private static let mediaHeaderBytes = 8

    /// What `addSourceBuffer` of a browser takes; `nil` where the encoder has not said what it makes.
    public let type: String?
    private let start: MediaTime
    private var streams: [StreamDescription]
    private var timeline: PacketTimeline
    private var number: UInt32 = 0
    private var hasHeader = false
    private var units: [Range<Int>] = []

    private final class HeaderSink: ByteSink {
        var bytes: [UInt8] = []
        var isSeekable: Bool { false }
        func write(_ bytes: UnsafeRawBufferPointer) { self.bytes += bytes }
        func seek(toByte offset: Int) {}
    }

    /// - Parameters:
    ///   - streams: at most one picture and one audio.
    ///   - start: what is time 0.
    public init(_ streams: [StreamDescription], start: MediaTime) {
        (self.streams, self.start) = (streams, start)
        let names = streams.map(\.codecName)
        let kind = streams.contains { $0.kind == .video } ? "video" : "audio"
        type = names.contains(nil) || names.isEmpty ? nil : "\(kind)/mp4; codecs=\"\(names.compactMap(\.self).joined(separator: ","))\""
        timeline = PacketTimeline(start: start)
    }

    /// The bytes of a packet: before the first, and where the picture is encoded otherwise from here on, after a header.
    public func bytes(of packet: Packet) throws(CodecError) -> [UInt8] {
        var bytes: [UInt8] = []
        if let new = packet.stream, let index = streams.firstIndex(where: { $0.kind == .video }), streams[index] !== new {
            streams[index] = new
            bytes = try header()
        } else if !hasHeader {
            bytes = try header()
        }
        guard let track = timeline.admit(packet) else { return bytes }
        number += 1
        let (decoded, shown) = timeline.stamp(packet, track: track)
        let span = packet.kind == .audio && packet.duration > .zero ? packet.duration : Self.longestPicture
        let lasting = timeline.ticks(at: packet.dts + span, track: track) - timeline.ticks(at: packet.dts, track: track)
        let data = media(of: packet)
        let fragment = Fragment(
            number: number, track: Self.firstTrack + UInt32(track), decoded: UInt64(clamping: decoded), lasting: UInt32(clamping: lasting),
            shift: Int32(clamping: shown - decoded), isKeyframe: packet.isKeyframe, byteCount: data.count)
        fragment.append(to: &bytes)
        bytes += data
        return bytes
    }

    private func header() throws(CodecError) -> [UInt8] {
        let sink = HeaderSink()
        let muxer = try Muxer(.mp4, streams: streams, start: start, isCMAF: true, into: sink)
        (timeline, hasHeader) = (muxer.timeline, true)
        return sink.bytes
    }

    /// The packet as MP4 has it: each unit of H.264 and HEVC after its length.
    private func media(of packet: Packet) -> [UInt8] {
        guard packet.kind == .video else { return packet.withBytes { Array($0) } }
        units.removeAll(keepingCapacity: true)
        packet.appendUnits(to: &units)
        let hasLengths = packet.coding != .av1
        return packet.withBytes { bytes in
            var data: [UInt8] = []
            data.reserveCapacity(bytes.count + units.count * 4)
            for unit in units {
                if hasLengths { data.appendNumber(UInt32(clamping: unit.count)) }
                data += bytes[unit]
            }
            return data
        }
    }

    /// A fragment of one sample (ISO/IEC 14496-12, 8.8) up to its bytes.
    private struct Fragment {
        private static let (keyframe, other): (UInt32, UInt32) = (0x0200_0000, 0x0101_0000)
        private static let (baseIsFragment, runFields): (UInt32, UInt32) = (0x02_0000, 0x0100_0F01)
        private static let byteCount = 104

        let number: UInt32
        let track: UInt32
        let decoded: UInt64
        let lasting: UInt32
        let shift: Int32
        let isKeyframe: Bool
        let byteCount: Int

        func append(to bytes: inout [UInt8]) {
            bytes.reserveCapacity(bytes.count + Self.byteCount + mediaHeaderBytes + byteCount)
            bytes.appendBox("moof", Self.byteCount)
            bytes.appendBox("mfhd", 16, 0, number)
            bytes.appendBox("traf", 80)
            bytes.appendBox("tfhd", 16, Self.baseIsFragment, track)
            bytes.appendBox("tfdt", 20, 0x0100_0000, UInt32(truncatingIfNeeded: decoded >> 32), UInt32(truncatingIfNeeded: decoded))
            let flags = isKeyframe ? Self.keyframe : Self.other
            bytes.appendBox(
                "trun", 36, Self.runFields, 1, UInt32(Self.byteCount + mediaHeaderBytes), lasting, UInt32(clamping: byteCount), flags,
                UInt32(bitPattern: shift))
            bytes.appendBox("mdat", byteCount + mediaHeaderBytes)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func appendNumber(_ number: UInt32) { Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) } }

    /// A box of so many bytes altogether, with the numbers that it begins with.
    fileprivate mutating func appendBox(_ name: StaticString, _ byteCount: Int, _ numbers: UInt32...) {
        appendNumber(UInt32(clamping: byteCount))
        name.withUTF8Buffer { append(contentsOf: $0) }
        for number in numbers { appendNumber(number) }
    }
}
