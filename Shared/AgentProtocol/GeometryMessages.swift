public import Frames

/// What an agent will deliver: asks the host for frame memory that fits, at the start and whenever its screen changes.
public struct GeometryRequest: WireMessage, Hashable {
    public static let kind = MessageKind.geometry

    public var geometry: FrameGeometry
    public var slotCount: Int

    public init(geometry: FrameGeometry, slotCount: Int = 3) { (self.geometry, self.slotCount) = (geometry, slotCount) }

    public func write(_ buffer: WireBuffer) { writeLayout(geometry, slotCount, buffer) }

    public init(body reader: inout BodyReader) throws(WireError) {
        let layout = try readLayout(&reader)
        (geometry, slotCount) = (layout.geometry, layout.slotCount)
    }
}

/// Frame memory, handed over with its descriptor: the layout follows from geometry and slot count alone (`FrameLayout`).
public struct MemoryOffer: WireMessage, Hashable {
    public static let kind = MessageKind.memory

    /// Names this memory within the attachment: 1, 2, …
    public var memoryNumber: UInt32
    public var layout: FrameLayout

    public init(memoryNumber: UInt32, layout: FrameLayout) { (self.memoryNumber, self.layout) = (memoryNumber, layout) }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(memoryNumber)
        writeLayout(layout.geometry, layout.slotCount, buffer)
        buffer.integer(UInt64(layout.totalBytes))
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        memoryNumber = try reader.wire.integer()
        layout = try readLayout(&reader)
        guard try reader.wire.integer(UInt64.self) == UInt64(layout.totalBytes) else { throw .badValue(field: "memory size") }
    }
}

private func writeLayout(_ geometry: FrameGeometry, _ slotCount: Int, _ buffer: WireBuffer) {
    buffer.integer(UInt32(geometry.size.width))
    buffer.integer(UInt32(geometry.size.height))
    buffer.integer(geometry.format.rawValue)
    buffer.integer(UInt32(geometry.strideBytes))
    buffer.integer(UInt32(slotCount))
}

private func readLayout(_ reader: inout BodyReader) throws(WireError) -> FrameLayout {
    let width: UInt32 = try reader.wire.integer()
    let height: UInt32 = try reader.wire.integer()
    guard let format = PixelFormat(rawValue: try reader.wire.integer()) else { throw .badValue(field: "pixel format") }
    let stride: UInt32 = try reader.wire.integer()
    let slots: UInt32 = try reader.wire.integer()
    let size = PixelSize(width: Int(width), height: Int(height))
    guard let geometry = FrameGeometry(size: size, format: format, strideBytes: Int(stride)) else { throw .badValue(field: "geometry") }
    guard let layout = FrameLayout(geometry: geometry, slotCount: Int(slots)) else { throw .badValue(field: "slot count") }
    return layout
}
