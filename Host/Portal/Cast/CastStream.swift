public import AgentProtocol
public import Frames

/// What the user has shared: one stream of pictures on PipeWire.
public struct CastStream: Hashable, Sendable {
    public var node: UInt32
    /// The node's `object.serial`; 0 where the portal does not say it.
    public var serial: UInt64
    /// As the compositor shows it, which may not be its pixels.
    public var size: PixelSize?
    /// As the portal says; some say it wrongly.
    public var source: CastSource?
    /// How the pointer travels.
    public var cursor: CastCursor

    public init(node: UInt32, serial: UInt64 = 0, size: PixelSize? = nil, source: CastSource? = nil, cursor: CastCursor) {
        (self.node, self.serial, self.size, self.source, self.cursor) = (node, serial, size, source, cursor)
    }

    /// The first stream of what `Start` answers; `nil` when there is none that makes sense.
    init?(_ results: [String: BusValue], cursor: CastCursor) {
        guard let first = results["streams"]?.list?.first?.list, first.count == 2, let node = first[0].number.flatMap({ UInt32(exactly: $0) }),
            node > 0, node < .max, let properties = first[1].entries
        else { return nil }
        self.init(node: node, cursor: cursor)
        serial = properties["pipewire-serial"]?.number ?? 0
        if let sides = properties["size"]?.list?.compactMap(\.number), sides.count == 2, sides.allSatisfy({ 1...65_536 ~= $0 }) {
            size = PixelSize(width: Int(sides[0]), height: Int(sides[1]))
        }
        source = properties["source_type"]?.number.flatMap { CastSource(rawValue: UInt32(truncatingIfNeeded: $0)) }
    }

    /// As the host hands it to an agent.
    public var offer: CastOffer { CastOffer(node: node, serial: serial, cursor: cursor) }
}
