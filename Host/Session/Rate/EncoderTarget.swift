import Platform

/// What an encoding's thread is to make of the picture from now on.
struct EncoderTarget: Hashable, Sendable {
    /// In bits a second.
    var bitRate: Int
    var mostFramesPerSecond: FrameRate
    /// One of the encoder's `efforts`; `nil` for the most.
    var effort: String?
    /// Of the canvas's sides.
    var sizePercent = 100
    /// A still that says so takes the picture's place.
    var isStill = false
    /// Another number opens the encoder anew.
    var opening = 0
}
