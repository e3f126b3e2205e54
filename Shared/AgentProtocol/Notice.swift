public import Frames
public import Platform

/// "Slot 2 holds frame 871, damaged here, turned left": sent once for each frame.
public struct Notice: WireMessage {
    public static let kind = MessageKind.notice
    private static let furthest = PixelRectangle(x: 0, y: 0, width: FrameGeometry.largestSide, height: FrameGeometry.largestSide)

    public var generation: UInt32
    public var memoryNumber: UInt32
    /// 1, 2, … within the attachment. `HostState.lastNotice` answers it.
    public var number: UInt64
    /// When the pixels were read.
    public var captureTime: MediaTime
    public var slot: Int
    public var orientation: Orientation
    /// Changes that found no slot free, or came within one frame interval, and are part of this frame's damage.
    public var mergedChanges: UInt16
    /// What changed since the notice before, in frame coordinates.
    public var damage: Damage

    public init(
        generation: UInt32, memoryNumber: UInt32, number: UInt64, captureTime: MediaTime, slot: Int, orientation: Orientation,
        mergedChanges: UInt16, damage: Damage
    ) {
        (self.generation, self.memoryNumber, self.number, self.captureTime) = (generation, memoryNumber, number, captureTime)
        (self.slot, self.orientation, self.mergedChanges, self.damage) = (slot, orientation, mergedChanges, damage)
    }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.integer(memoryNumber)
        buffer.integer(number)
        buffer.integer(captureTime.nanoseconds)
        buffer.integer(UInt8(slot))
        buffer.integer(orientation.rawValue)
        buffer.integer(mergedChanges)
        buffer.integer(UInt32(damage.count))
        for index in 0..<damage.count {
            buffer.integer(UInt16(damage[index].x))
            buffer.integer(UInt16(damage[index].y))
            buffer.integer(UInt16(damage[index].width))
            buffer.integer(UInt16(damage[index].height))
        }
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        memoryNumber = try reader.wire.integer()
        number = try reader.wire.integer()
        captureTime = MediaTime(nanoseconds: try reader.wire.integer())
        slot = Int(try reader.wire.integer(UInt8.self))
        guard let orientation = Orientation(rawValue: try reader.wire.integer()) else { throw .badValue(field: "orientation") }
        self.orientation = orientation
        mergedChanges = try reader.wire.integer()
        let count: UInt32 = try reader.wire.integer()
        guard count <= Damage.capacity else { throw .badValue(field: "damage count") }
        damage = Damage()
        for _ in 0..<count {
            let x: UInt16 = try reader.wire.integer()
            let y: UInt16 = try reader.wire.integer()
            let width: UInt16 = try reader.wire.integer()
            let height: UInt16 = try reader.wire.integer()
            let rectangle = PixelRectangle(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
            // Whatever the frame, no frame reaches further: two rectangles merged stay what a message can carry.
            guard Self.furthest.contains(rectangle) else { throw .badValue(field: "damage") }
            damage.add(rectangle)
        }
    }
}
