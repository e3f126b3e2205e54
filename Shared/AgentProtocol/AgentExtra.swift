/// Any text that an agent wants to be shown beside it. Each one replaces the one before; until the first it is empty.
public struct AgentExtra: WireMessage, Hashable {
    public static let kind = MessageKind.extra
    /// In bytes of UTF-8.
    public static let longest = 128

    public var generation: UInt32
    /// At most `longest` bytes; may be empty.
    public var text: String

    public init(generation: UInt32, text: String) { (self.generation, self.text) = (generation, text) }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.text(text, atMost: Self.longest)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        text = try reader.wire.text("extra", atMost: Self.longest)
    }
}
