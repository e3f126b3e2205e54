import Glibc

/// Powers of parts of a recording, in seconds and decibels.
extension [Float] {
    func decibels(_ seconds: Range<Double>) -> Double {
        let part = self[Int(seconds.lowerBound * 48_000)..<Swift.min(count, Int(seconds.upperBound * 48_000))]
        return 10 * log10(part.reduce(1e-20) { $0 + Double($1) * Double($1) } / Double(Swift.max(1, part.count)))
    }

    /// This after `samples` of silence, as long as before.
    func delayed(by samples: Int) -> [Float] { [Float](repeating: 0, count: samples) + dropLast(samples) }

    func scaled(byDecibels decibels: Double) -> [Float] { map { $0 * Float(pow(10, decibels / 20)) } }

    static func + (one: [Float], other: ArraySlice<Float>) -> [Float] { one + Array(other) }

    func mixed(with other: [Float]) -> [Float] { zip(self, other).map { $0 + $1 } }

    /// How much of `signal` is in this, from a time on: its gain, and the power of all else against it.
    func share(of signal: [Float], from seconds: Double) -> (decibels: Double, restDecibels: Double) {
        let first = Int(seconds * 48_000)
        var (cross, own, all) = (0.0, 1e-20, 0.0)
        for index in first..<Swift.min(count, signal.count) {
            cross += Double(self[index]) * Double(signal[index])
            own += Double(signal[index]) * Double(signal[index])
            all += Double(self[index]) * Double(self[index])
        }
        let explained = cross * cross / own
        return (20 * log10(abs(cross) / own), 10 * log10(Swift.max(all - explained, 1e-20) / explained))
    }
}
