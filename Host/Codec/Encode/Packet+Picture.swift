import CLibAV

extension Packet {
    /// Of a picture; takes the reference out of `source`, whose times are ticks of `clock`.
    convenience init(taking source: UnsafeMutablePointer<AVPacket>, from clock: EncoderClock, of stream: StreamDescription) throws(CodecError) {
        let (pts, dts) = (clock.time(of: source.pointee.pts), clock.time(of: source.pointee.dts))
        try self.init(taking: source, coding: stream.coding, pts: pts, dts: dts, duration: .zero, stream: stream)
    }
}
