public import Frames

/// Where the pointer is. Sent when it moved; a moving pointer grabs no pixels.
public struct PointerMoved: WireMessage, Hashable {
    public static let kind = MessageKind.pointer

    public var generation: UInt32
    /// The hot spot, in frame coordinates; may lie outside of the frame.
    public var x: Int32
    public var y: Int32
    public var isVisible: Bool

    public init(generation: UInt32, x: Int32, y: Int32, isVisible: Bool) {
        (self.generation, self.x, self.y, self.isVisible) = (generation, x, y, isVisible)
    }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.integer(x)
        buffer.integer(y)
        buffer.flag(isVisible)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        x = try reader.wire.integer()
        y = try reader.wire.integer()
        isVisible = try reader.wire.flag("visible")
        guard (-32768...32767).contains(x), (-32768...32767).contains(y) else { throw .badValue(field: "pointer position") }
    }
}

/// Some rows of the pointer's image. An image is sent from its first row to its last, as many rows a message as fit;
/// it takes effect with the last one.
public struct PointerImageRows {
    public static let kind = MessageKind.pointerImage
    /// The longest side of a pointer.
    public static let largestSide = 256
    private static let fixedBytes = MessageHeader.bytes + 16

    public let generation: UInt32
    public let size: PixelSize
    public let hotSpotX: Int
    public let hotSpotY: Int
    public let firstRow: Int
    public let rowCount: Int
    /// BGRA, premultiplied, rows without padding; borrowed from the message.
    public let pixels: UnsafeRawBufferPointer

    /// How many rows of this width fit into one message.
    public static func rowsPerMessage(width: Int) -> Int { (WireBuffer.capacity - fixedBytes) / (width * 4) }

    /// Encodes rows `firstRow ..< firstRow + rowCount` of an image whose pixels are given whole.
    public static func encode(
        generation: UInt32, size: PixelSize, hotSpotX: Int, hotSpotY: Int, rows: Range<Int>, image: UnsafeRawBufferPointer, into buffer: WireBuffer
    ) {
        buffer.begin(kind)
        buffer.integer(generation)
        buffer.integer(UInt16(size.width))
        buffer.integer(UInt16(size.height))
        buffer.integer(UInt16(hotSpotX))
        buffer.integer(UInt16(hotSpotY))
        buffer.integer(UInt16(rows.lowerBound))
        buffer.integer(UInt16(rows.count))
        buffer.raw(UnsafeRawBufferPointer(rebasing: image[rows.lowerBound * size.width * 4..<rows.upperBound * size.width * 4]))
        buffer.finish()
    }

    /// Decodes without copying; every number is checked against the others.
    public init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = WireReader(bytes)
        let header = try MessageHeader(&reader)
        guard header.version == MessageHeader.version else { throw .badVersion(header.version) }
        guard header.kind == Self.kind.rawValue else { throw .badValue(field: "kind") }
        generation = try reader.integer()
        let sides = 1...Self.largestSide
        size = PixelSize(width: Int(try reader.integer(UInt16.self)), height: Int(try reader.integer(UInt16.self)))
        hotSpotX = Int(try reader.integer(UInt16.self))
        hotSpotY = Int(try reader.integer(UInt16.self))
        firstRow = Int(try reader.integer(UInt16.self))
        rowCount = Int(try reader.integer(UInt16.self))
        guard sides.contains(size.width), sides.contains(size.height) else { throw .badValue(field: "pointer size") }
        guard hotSpotX <= size.width, hotSpotY <= size.height else { throw .badValue(field: "hot spot") }
        guard rowCount > 0, firstRow + rowCount <= size.height else { throw .badValue(field: "pointer rows") }
        pixels = try reader.bytes(rowCount * size.width * 4)
        try reader.finish()
    }
}
