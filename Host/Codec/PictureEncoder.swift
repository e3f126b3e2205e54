import CLibAV
import Frames
import Picture

/// One library's encoder behind `VideoEncoder`, which checks what comes in and decides on times and key frames. Belongs to one thread.
protocol PictureEncoder: AnyObject {
    var stream: StreamDescription { get }

    /// Encodes one picture and hands on what is ready.
    ///
    /// - Parameters:
    ///   - picture: of the size in the settings; read during the call only.
    ///   - changed: what differs from the picture of the call before; `nil` for everything. Encoders that have no use for it ignore it.
    ///   - ticks: its time, later than that of the call before.
    func encode(_ picture: I420View, changed: Damage?, ticks: Int64, isKeyframe: Bool, emit: Emit) throws(CodecError)

    /// Whether the last picture is as good as can be seen, so that another one of the same would show nothing better.
    var isFine: Bool { get }

    /// Hands on what the encoder still holds. Nothing can be encoded afterwards.
    func flush(emit: Emit) throws(CodecError)

    /// Takes effect with the next picture, without a key frame.
    ///
    /// - Parameter stretch: how much longer pictures last than the frame rate that it was opened with says.
    func setBitRate(_ bitsPerSecond: Int, stretch: Double) throws(CodecError)

    /// Another rate factor, which takes effect with the next picture, without a key frame. Encoders without one do nothing.
    func setQuality(_ factor: Double) throws(CodecError)

    /// Takes effect with the next picture, without a key frame. Encoders whose effort is fixed once they are open do nothing.
    ///
    /// - Parameter preset: one of `VideoSettings.efforts`.
    func setEffort(_ preset: String) throws(CodecError)
}

extension PictureEncoder {
    func setQuality(_ factor: Double) throws(CodecError) {}

    /// Others do not tell.
    var isFine: Bool { true }

    /// Gets a packet with its times in `Ticks.base`; it may take the reference out of it, and does not keep the pointer.
    typealias Emit = (UnsafeMutablePointer<AVPacket>) throws(CodecError) -> Void
}
