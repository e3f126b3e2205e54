import Glibc

/// How loud given tones are in a recording.
enum Spectrum {
    /// Amplitude of a sine of `hertz`, under a Hann window.
    static func amplitude(_ samples: [Float], _ hertz: Double) -> Double {
        var (re, im) = (0.0, 0.0)
        for index in samples.indices {
            let phase = 2 * Double.pi * hertz * Double(index) / 48_000
            let window = 1 - cos(2 * Double.pi * (Double(index) + 0.5) / Double(samples.count))
            re += Double(samples[index]) * cos(phase) * window
            im -= Double(samples[index]) * sin(phase) * window
        }
        return 2 * (re * re + im * im).squareRoot() / Double(samples.count)
    }
}
