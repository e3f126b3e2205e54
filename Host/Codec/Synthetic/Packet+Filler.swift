import CLibAV

extension Packet {
    /// The same picture with filler behind it (H.264, 7.3.2.7: a unit that decoders throw away), so that it has `byteCount` bytes;
    /// itself where it has as many already, or memory is short. Pictures only.
    func filled(to byteCount: Int) -> Packet {
        // A start code, the unit's kind, and the bit that ends it.
        let framing = 6
        let missing = byteCount - self.byteCount - framing
        guard missing > 0, let made = av_packet_alloc() else { return self }
        var owned: UnsafeMutablePointer<AVPacket>? = made
        defer { av_packet_free(&owned) }
        guard av_new_packet(made, Int32(byteCount)) == 0, av_packet_copy_props(made, storage) == 0 else { return self }
        let bytes = UnsafeMutableBufferPointer(start: made.pointee.data, count: byteCount)
        withBytes { own in
            bytes.baseAddress!.update(from: own.bindMemory(to: UInt8.self).baseAddress!, count: own.count)
        }
        let start = self.byteCount
        for (offset, byte) in [0, 0, 0, 1, 12].enumerated() { bytes[start + offset] = UInt8(byte) }
        (bytes.baseAddress! + start + framing - 1).update(repeating: 0xFF, count: missing)
        bytes[byteCount - 1] = 0x80
        do throws(CodecError) {
            return try Packet(taking: made, coding: coding, pts: pts, dts: dts, duration: duration)
        } catch { return self }
    }
}
