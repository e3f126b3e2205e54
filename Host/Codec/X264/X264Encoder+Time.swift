import CX264
import Platform

/// Frame intervals, and what the bit rate has for them.
extension X264Encoder {
    /// What the bit rate has for a frame interval; `nil` for a constant quality.
    var intervalBits: Double? {
        guard parameters.rc.i_rc_method != X264_RC_CRF else { return nil }
        return Double(bitsPerSecond) * stretch * Double(parameters.i_fps_den) / Double(max(1, parameters.i_fps_num))
    }

    /// A frame interval, in ticks.
    private var intervalTicks: Double {
        max(1, stretch * Double(Ticks.perSecond) * Double(parameters.i_fps_den) / Double(max(1, parameters.i_fps_num)))
    }

    /// Frame intervals since libx264's last picture went out.
    func intervals(until ticks: Int64) -> Double { Double(ticks - (lastTicks ?? ticks)) / intervalTicks }

    func bufferIntervals(_ span: Duration) -> Double { Double(Ticks.perSecond) * span.inSeconds / intervalTicks }

    /// Frame intervals for which the bit rate is busy with so many bytes; 0 for a constant quality.
    func intervals(toSend bytes: Int) -> Double { intervalBits.map { 8 * Double(bytes) / max(1, $0) } ?? 0 }
}
