import Platform

/// Messages over ZeroMQ, right in everything that is not said otherwise.
extension AttackConnection {
    static let whole: [UInt16] = [0, 0, UInt16(size.width), UInt16(size.height)]

    func notice(
        number: UInt64, slot: UInt8 = 0, memory: UInt32? = nil, generation: UInt32? = nil, time: Int64? = nil, orientation: UInt8 = 1,
        count: UInt32? = nil, damage: [[UInt16]] = [whole]
    ) -> [UInt8] {
        var message = WireBytes(kind: 17).u32(generation ?? self.generation).u32(memory ?? offer?.memoryNumber ?? 1).u64(number)
            .i64(time ?? MediaTime.now().nanoseconds).u8(slot).u8(orientation).u16(0).u32(count ?? UInt32(damage.count))
        for rectangle in damage { for side in rectangle { message = message.u16(side) } }
        return message.bytes
    }

    func stateBytes(generation: UInt32? = nil, sequence: UInt64, phase: UInt8 = 1, paused: UInt8 = 0) -> WireBytes {
        WireBytes(kind: 16).u32(generation ?? self.generation).u64(sequence).u8(phase).u8(paused).u16(0).u64(0).u64(0).u64(0)
    }

    func pointerBytes(x: Int32 = 1, y: Int32 = 1, visible: UInt8 = 1) -> WireBytes {
        WireBytes(kind: 18).u32(generation).u32(UInt32(bitPattern: x)).u32(UInt32(bitPattern: y)).u8(visible)
    }

    func imageBytes(
        width: UInt16, height: UInt16, hotSpot: (UInt16, UInt16) = (0, 0), first: UInt16 = 0, rows: UInt16, pixels: Int? = nil
    ) -> WireBytes {
        WireBytes(kind: 19).u32(generation).u16(width).u16(height).u16(hotSpot.0).u16(hotSpot.1).u16(first).u16(rows)
            .raw([UInt8](repeating: 0x55, count: pixels ?? Int(width) * Int(rows) * 4))
    }

    func endedBytes(reason: UInt8 = 2, retriable: UInt8 = 1, text: [UInt8] = []) -> WireBytes {
        WireBytes(kind: 20).u32(generation).u8(reason).u8(retriable).text(text)
    }
}
