/// The host's answer to a greeting that it accepts.
public struct AudioAccepted: WireMessage, Hashable {
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
