/// The greeting of a process that pushes sound, first on the sound connection.
public struct SoundHello: WireMessage, Hashable {
    public static let kind = MessageKind.soundHello
    /// What both sides of this build speak.
    public static let spokenVersions: ClosedRange<UInt8> = 1...1

    public var versions: ClosedRange<UInt8>
    public var format: PCMFormat
    /// By `PushName`'s rules, which the host checks; at most 32 bytes.
    public var name: String
    /// Whatever the pusher wants shown beside its name; at most 128 bytes.
    public var extra: String

    public init(versions: ClosedRange<UInt8> = SoundHello.spokenVersions, format: PCMFormat, name: String, extra: String = "") {
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

/// The host's answer to a greeting that it accepts.
public struct SoundAccepted: WireMessage, Hashable {
    public static let kind = MessageKind.soundAccepted

    /// The version that both speak from here on.
    public var version: UInt8
    /// Names this source while the host runs.
    public var number: UInt32

    public init(version: UInt8, number: UInt32) { (self.version, self.number) = (version, number) }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(version)
        buffer.integer(UInt8(0))
        buffer.integer(UInt16(0))
        buffer.integer(number)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        version = try reader.wire.integer()
        _ = try reader.wire.integer(UInt8.self)
        _ = try reader.wire.integer(UInt16.self)
        number = try reader.wire.integer()
    }
}

/// The host's last word to a pusher, in place of an answer or later; it closes the connection after it.
public struct SoundRefusal: WireMessage, Hashable {
    public static let kind = MessageKind.soundRefusal

    /// Raw values travel on the wire and never change.
    public enum Reason: UInt8, Sendable, CaseIterable {
        /// A message of it made no sense.
        case invalidData = 1
        /// No version that both speak.
        case version = 2
        /// The name breaks the rules.
        case badName = 3
        /// Another source goes by that name.
        case nameTaken = 4
        /// No room for another source.
        case full = 5
        /// It sent more than is taken.
        case flood = 6
        /// The host could not go on with it.
        case failed = 7
        /// The session is over.
        case sessionFinished = 8
    }

    public var reason: Reason
    /// One line for people; at most 255 bytes.
    public var message: String

    public init(reason: Reason, message: String) { (self.reason, self.message) = (reason, message) }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(reason.rawValue)
        buffer.text(message, atMost: 255)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        guard let reason = Reason(rawValue: try reader.wire.integer()) else { throw .badValue(field: "reason") }
        self.reason = reason
        message = try reader.wire.text("message", atMost: 255)
    }
}

/// What becomes of the sound, told when it changes: a pusher that is not heard may rest.
public struct SoundState: WireMessage, Hashable {
    public static let kind = MessageKind.soundState

    /// The host mixes it now.
    public var isActive: Bool
    public var isMuted: Bool

    public init(isActive: Bool, isMuted: Bool) { (self.isActive, self.isMuted) = (isActive, isMuted) }

    public func write(_ buffer: WireBuffer) {
        buffer.flag(isActive)
        buffer.flag(isMuted)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        isActive = try reader.wire.flag("active")
        isMuted = try reader.wire.flag("muted")
    }
}

/// There is no more: the host plays what it has and closes the connection then.
public struct SoundEnd: WireMessage, Hashable {
    public static let kind = MessageKind.soundEnd

    public init() {}

    public func write(_ buffer: WireBuffer) { buffer.integer(UInt32(0)) }

    public init(body reader: inout BodyReader) throws(WireError) { _ = try reader.wire.integer(UInt32.self) }
}
