public import Platform

/// A clip that is encoded for one encoder: whole GOPs, to be sent in place of what that encoder would make. Immutable; any thread.
public final class EncodedClip: Sendable {
    /// Of the encoder that it stands in for.
    public let settings: VideoSettings
    public let stream: StreamDescription
    /// At times that count from 0, a picture in each interval; the first is a key frame.
    public let packets: [Packet]
    public let byteCount: Int

    init(settings: VideoSettings, stream: StreamDescription, packets: [Packet]) {
        (self.settings, self.stream, self.packets) = (settings, stream, packets)
        byteCount = packets.reduce(0) { $0 + $1.byteCount }
    }

    /// How long one pass is.
    public var duration: Duration { settings.fps.time(of: Int64(packets.count)) }

    /// On an average.
    public var bitsPerSecond: Int { Int(clamping: Double(byteCount) * 8 / max(duration.inSeconds, 0.001)) }

    /// The last key frame at or before that packet.
    public func gopStart(of index: Int) -> Int { packets[...index].lastIndex(where: \.isKeyframe) ?? 0 }
}

extension VideoSettings {
    /// Pictures from one key frame to the next: as many as an encoder makes that is given one in each interval.
    public var gopLength: Int {
        var count = 1
        while fps.time(of: Int64(count)) + fps.interval / 2 < keyframeInterval { count += 1 }
        return count
    }
}

extension Packet {
    /// The same picture at another time, as part of that stream. Its bytes are shared.
    public func moved(to time: MediaTime, in stream: StreamDescription) throws(CodecError) -> Packet {
        try Packet(sharing: self, at: time, stream: stream)
    }
}
