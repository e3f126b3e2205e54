/// A message of the protocol: `Shared/PROTOCOL.md` gives the layout of each, byte by byte.
public protocol WireMessage: Sendable {
    static var kind: MessageKind { get }

    /// Writes the body. Sizes are within the message limit by the type's own rules.
    func write(_ buffer: WireBuffer)

    /// Reads the body; `WireMessage.decode` checks that nothing is left.
    init(body reader: inout BodyReader) throws(WireError)
}

/// What a message's initialiser reads from; opaque outside of this module.
public struct BodyReader {
    var wire: WireReader
}

extension WireMessage {
    /// Puts the whole message into `buffer`, header included.
    public func encode(into buffer: WireBuffer) {
        buffer.begin(Self.kind)
        write(buffer)
        buffer.finish()
    }

    /// Decodes a whole message of this kind; anything else is a `WireError`.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(WireError) -> Self {
        var reader = WireReader(bytes)
        let header = try MessageHeader(&reader)
        guard header.version == MessageHeader.version else { throw .badVersion(header.version) }
        guard header.kind == kind.rawValue else { throw .badValue(field: "kind") }
        var body = BodyReader(wire: reader)
        let message = try Self(body: &body)
        try body.wire.finish()
        return message
    }
}

/// Looks at a message's header alone: which kind is it? `nil` for a kind that this version does not know.
public func messageKind(of bytes: UnsafeRawBufferPointer) throws(WireError) -> MessageKind? {
    var reader = WireReader(bytes)
    let header = try MessageHeader(&reader)
    guard header.version == MessageHeader.version else { throw .badVersion(header.version) }
    return MessageKind(rawValue: header.kind)
}
