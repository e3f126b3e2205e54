import Foundation

extension DecodedAudio {
    /// The amplitude of whatever lies within about 20 Hz of `frequency`, dBFS: other sounds at a distance are left out.
    public func level(at frequency: Double) -> Double {
        let levels = amplitudes(at: frequency, window: .milliseconds(100), every: .milliseconds(50))
        guard !levels.isEmpty else { return -200 }
        return decibels((levels.reduce(0) { $0 + $1 * $1 } / Double(levels.count)).squareRoot())
    }

    /// The amplitude at `frequency` (full scale is 1) in windows that follow each other.
    public func amplitudes(at frequency: Double, window: Duration = .milliseconds(20), every hop: Duration = .milliseconds(10)) -> [Double] {
        let (count, step) = (Int(window / .seconds(1) * Double(Self.rate)), Int(hop / .seconds(1) * Double(Self.rate)))
        guard samples.count >= count else { return [] }
        let angle = 2 * Double.pi * frequency / Double(Self.rate)
        // Hann: what is three windows' worth of frequency away is 40 dB down, and soon much more.
        let weights: [Double] = (0..<count).map { at in
            let place = (Double(at) + 0.5) / Double(count)
            return (2 - 2 * cos(2 * Double.pi * place)) / Double(count)
        }
        let cosines = (0..<count).map { weights[$0] * cos(angle * Double($0)) } as [Double]
        let sines = (0..<count).map { weights[$0] * sin(angle * Double($0)) } as [Double]
        return samples.withUnsafeBufferPointer { samples in
            cosines.withUnsafeBufferPointer { cosines in
                sines.withUnsafeBufferPointer { sines in
                    stride(from: 0, through: samples.count - count, by: step).map { start in
                        var (x, y) = (0.0, 0.0)
                        for at in 0..<count {
                            let sample = Double(samples[start + at])
                            x += sample * cosines[at]
                            y += sample * sines[at]
                        }
                        return hypot(x, y)
                    }
                }
            }
        }
    }

    /// Where a tone is 20 dB down or more: from when to when, to 10 ms.
    ///
    /// - Parameter level: as it was played, dBFS.
    public func silences(of frequency: Double, level: Double = -20) -> [ClosedRange<Duration>] {
        let levels = amplitudes(at: frequency)
        let played = pow(10, level / 20)
        var found: [ClosedRange<Duration>] = []
        var start: Int?
        for (index, amplitude) in (levels + [played]).enumerated() {
            if amplitude < played / 10 {
                start = start ?? index
            } else if let first = start {
                found.append(.milliseconds(10 * first)...(.milliseconds(10 * index + 10)))
                start = nil
            }
        }
        return found
    }
}
