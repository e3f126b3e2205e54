/// A stream of pictures on PipeWire, handed over with one descriptor: a connection to PipeWire on which the node can be seen.
///
/// Host → agent, for an agent whose hello said that it wants one (`Hello.wantsCast`). May come again at any time: the new
/// cast replaces the old one, whose connection is closed.
public struct CastOffer: WireMessage, Hashable, Sendable {
    public static let kind = MessageKind.cast

    /// The node's number on that connection; never 0 (PipeWire itself) or 2^32 - 1 (any).
    public var node: UInt32
    /// The node's `object.serial`, which PipeWire never gives twice; 0 when it is not known.
    public var serial: UInt64
    public var cursor: CastCursor

    public init(node: UInt32, serial: UInt64 = 0, cursor: CastCursor) { (self.node, self.serial, self.cursor) = (node, serial, cursor) }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(node)
        buffer.integer(serial)
        buffer.integer(cursor.rawValue)
        buffer.integer(UInt8(0))
        buffer.integer(UInt16(0))
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        node = try reader.wire.integer()
        guard node != 0, node != .max else { throw .badValue(field: "node") }
        serial = try reader.wire.integer()
        guard let cursor = CastCursor(rawValue: try reader.wire.integer()) else { throw .badValue(field: "cursor") }
        self.cursor = cursor
        _ = try reader.wire.integer(UInt8.self)
        _ = try reader.wire.integer(UInt16.self)
    }
}
