/// How far a source, or the whole mix, is let through: 1 is open, 0 is silent; from one to the other in 5 ms, without a click.
struct Openness {
    /// 5 ms from end to end.
    private static let step: Float = 1 / 240
    private(set) var value: Float

    var isShut: Bool { value == 0 }

    /// Lets one quantum through in place, moving towards open or shut.
    ///
    /// - Returns: whether anything of it can be heard.
    mutating func apply(isOpen: Bool, to samples: UnsafeMutablePointer<Float>) -> Bool {
        let target: Float = isOpen ? 1 : 0
        guard value != target else { return isOpen }
        for index in 0..<AudioFormat.quantumSampleFrames {
            value = isOpen ? min(1, value + Self.step) : max(0, value - Self.step)
            let factor = Fade.smooth(value)
            samples[2 * index] *= factor
            samples[2 * index + 1] *= factor
        }
        return true
    }
}
