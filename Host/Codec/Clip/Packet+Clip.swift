import CLibAV
import Platform

extension Packet {
    /// Shares the bytes of another.
    convenience init(sharing other: Packet, at time: MediaTime, stream: StreamDescription) throws(CodecError) {
        let copy = try libavObject("av_packet_clone", av_packet_clone(other.storage))
        defer {
            var spent: UnsafeMutablePointer<AVPacket>? = copy
            av_packet_free(&spent)
        }
        try self.init(taking: copy, coding: other.coding, pts: time, dts: time, duration: .zero, stream: stream)
    }

    /// A picture of its own, whose bytes are copied.
    convenience init(
        copying bytes: UnsafeRawBufferPointer, coding: Coding, isKeyframe: Bool, at time: MediaTime, stream: StreamDescription
    ) throws(CodecError) {
        let made = try libavObject("av_packet_alloc", av_packet_alloc())
        defer {
            var spent: UnsafeMutablePointer<AVPacket>? = made
            av_packet_free(&spent)
        }
        try libav("av_new_packet", av_new_packet(made, Int32(clamping: bytes.count)))
        UnsafeMutableRawBufferPointer(start: made.pointee.data, count: bytes.count).copyMemory(from: bytes)
        if isKeyframe { made.pointee.flags |= AV_PKT_FLAG_KEY }
        try self.init(taking: made, coding: coding, pts: time, dts: time, duration: .zero, stream: stream)
    }
}
