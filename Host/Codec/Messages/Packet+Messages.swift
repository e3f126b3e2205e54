import CLibAV

extension Packet {
    /// The same picture with these units before its first slice, where a decoder takes them as belonging to it; `nil` when it has
    /// none, or memory is short.
    ///
    /// - Parameter units: in Annex B, each with its start code; of AV1, each with its size.
    func carrying(_ units: [[UInt8]]) -> Packet? {
        guard let position = withBytes({ Self.firstSlice(in: $0, coding) }) else { return nil }
        let added = units.reduce(0) { $0 + $1.count }
        guard let made = av_packet_alloc() else { return nil }
        var owned: UnsafeMutablePointer<AVPacket>? = made
        defer { av_packet_free(&owned) }
        guard av_new_packet(made, Int32(byteCount + added)) == 0, av_packet_copy_props(made, storage) == 0 else { return nil }
        var end = made.pointee.data!
        func append(_ bytes: UnsafeRawBufferPointer) {
            guard let first = bytes.baseAddress else { return }
            end.update(from: first.assumingMemoryBound(to: UInt8.self), count: bytes.count)
            end += bytes.count
        }
        withBytes { bytes in
            append(UnsafeRawBufferPointer(rebasing: bytes[..<position]))
            for unit in units { unit.withUnsafeBytes { append($0) } }
            append(UnsafeRawBufferPointer(rebasing: bytes[position...]))
        }
        do throws(CodecError) {
            let messages = units.flatMap { $0.withUnsafeBytes { SEIReader.messages(in: $0, coding: coding) } }
            return try Packet(taking: made, coding: coding, pts: pts, dts: dts, duration: duration, stream: stream, messages: messages)
        } catch { return nil }
    }

    private static func firstSlice(in bytes: UnsafeRawBufferPointer, _ coding: Coding) -> Int? {
        var offset = 0
        guard coding != .av1 else {
            while let unit = OBU.next(in: bytes, from: offset) {
                if unit.kind == .frame || unit.kind == .frameHeader { return offset }
                offset = unit.whole.upperBound
            }
            return nil
        }
        while let unit = NALUnit.next(in: bytes, from: offset, .annexB) {
            if unit.role(in: bytes, coding) == .slice { return unit.start }
            offset = unit.content.upperBound
        }
        return nil
    }
}
