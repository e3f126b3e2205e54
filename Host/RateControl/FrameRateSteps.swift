public import Platform

/// The frame rates that a stream comes down to where there is too little of the link or of the machine for all of its frames.
public enum FrameRateSteps {
    /// Half and a quarter of the frames, never less than five a second; each once, and only where that is less.
    ///
    /// - Parameter framesPerSecond: 1...240.
    /// - Returns: none, one or two, falling.
    public static func below(_ framesPerSecond: FrameRate) -> [FrameRate] {
        var steps: [FrameRate] = []
        for divisor in [2, 4] {
            // Whole numbers of frames stay whole.
            let part = framesPerSecond.denominator == 1 ? FrameRate(framesPerSecond.numerator / divisor) : framesPerSecond.divided(by: divisor)
            let less = max(5, part)
            if less < steps.last ?? framesPerSecond { steps.append(less) }
        }
        return steps
    }
}
