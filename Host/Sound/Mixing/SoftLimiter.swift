/// Keeps the sum within ±1: transparent up to −1 dBFS, bent smoothly above it. Without memory, so it cannot pump.
enum SoftLimiter {
    /// −1 dBFS.
    static let threshold: Float = 0.891_250_94

    /// Unchanged up to the threshold; beyond it the slope falls from 1 towards 0 and the value stays below 1.
    /// What is not a number becomes 0.
    static func limit(_ sample: Float) -> Float {
        let magnitude = abs(sample)
        if magnitude <= threshold { return sample }
        guard magnitude.isFinite else { return 0 }
        let room = 1 - threshold
        let excess = (magnitude - threshold) / room
        let limited = threshold + room * (excess / (1 + excess))
        return sample < 0 ? -limited : limited
    }

    /// Limits in place; returns how many samples were bent.
    static func limit(_ samples: UnsafeMutablePointer<Float>, count: Int) -> Int {
        var bent = 0
        for index in 0..<count where !(abs(samples[index]) <= threshold) {
            samples[index] = limit(samples[index])
            bent += 1
        }
        return bent
    }
}
