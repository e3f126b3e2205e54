/// The greeting of a process that pushes audio, first on the audio connection.
public struct AudioHello: WireMessage, Hashable {
    public static let kind = MessageKind.soundHello
    /// What both sides of this build speak.
    public static let spokenVersions: ClosedRange<UInt8> = 1...1

    public var versions: ClosedRange<UInt8>
    public var format: PCMFormat
    /// By `PushName`'s rules, which the host checks; at most 32 bytes.
    public var name: String
    /// Whatever the pusher wants shown beside its name; at most 128 bytes.
    public var extra: String

    public init(versions: ClosedRange<UInt8> = AudioHello.spokenVersions, format: PCMFormat, name: String, extra: String = "") {
        (self.versions, self.format, self.name, self.extra) = (versions, format, name, extra)
    }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(versions.lowerBound)
        buffer.integer(versions.upperBound)
        buffer.integer(format.encoding.rawValue)
        buffer.integer(UInt8(format.channels))
        buffer.integer(UInt32(format.sampleRateHertz))
        buffer.text(name, atMost: 32)
        buffer.text(extra, atMost: 128)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        let lowest: UInt8 = try reader.wire.integer()
        let highest: UInt8 = try reader.wire.integer()
        guard lowest <= highest, lowest > 0 else { throw .badValue(field: "version range") }
        versions = lowest...highest
        guard let encoding = PCMFormat.Encoding(rawValue: try reader.wire.integer()) else { throw .badValue(field: "sample format (1 s16, 2 f32)") }
        let channels: UInt8 = try reader.wire.integer()
        guard PCMFormat.channelCounts.contains(Int(channels)) else { throw .badValue(field: "number of channels (1 to 8)") }
        let rate: UInt32 = try reader.wire.integer()
        guard let format = PCMFormat(encoding, sampleRateHertz: Int(rate), channels: Int(channels)) else {
            throw .badValue(field: "sample rate (8000 to 192000)")
        }
        self.format = format
        name = try reader.wire.text("name", atMost: 32)
        extra = try reader.wire.text("extra", atMost: 128)
    }
}
