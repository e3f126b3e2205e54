import Foundation

/// What a seam in a tone would be heard as.
enum MusicSeam {
    /// The largest departure from "a sine of 1 kHz": three neighbours of one obey a(n+1) + a(n−1) = 2 cos(w) a(n).
    static func largestClick(_ samples: some RandomAccessCollection<Float>) -> Double {
        let (samples, factor) = (Array(samples), 2 * cos(2 * Double.pi / 48))
        guard samples.count > 2 else { return 0 }
        var largest = 0.0
        for index in 1..<samples.count - 1 {
            let neighbours = Double(samples[index + 1]) + Double(samples[index - 1])
            largest = max(largest, abs(neighbours - factor * Double(samples[index])))
        }
        return largest
    }
}
