/// The level below which a voice does not fall for two seconds: that of the noise around it, as speech has gaps.
struct NoiseFloor {
    private static let quantaPerPart = 40
    /// The lowest levels of the last parts of 0.4 s, the one under way last.
    private var lowest: (Float, Float, Float, Float, Float) = (-120, -120, -120, -120, .infinity)
    private var quanta = 0

    /// Adds the level of a quantum in dB and returns the floor.
    mutating func follow(_ level: Float) -> Float {
        lowest.4 = min(lowest.4, level)
        quanta += 1
        if quanta == Self.quantaPerPart {
            lowest = (lowest.1, lowest.2, lowest.3, lowest.4, .infinity)
            quanta = 0
        }
        return min(min(lowest.0, lowest.1), min(lowest.2, lowest.3), lowest.4)
    }
}
