/// There is no more: the host plays what it has and closes the connection then.
public struct AudioEnd: WireMessage, Hashable {
    public static let kind = MessageKind.soundEnd

    public init() {}

    public func write(_ buffer: WireBuffer) { buffer.integer(UInt32(0)) }

    public init(body reader: inout BodyReader) throws(WireError) { _ = try reader.wire.integer(UInt32.self) }
}
