import Foundation

/// Finds the sine of one frequency in windows of fixed length, by least squares: free of what the window cuts off, and with its
/// amplitude and phase allowed to move evenly within the window.
struct ToneFit {
    struct Found {
        /// At the window's middle; the phase is counted from there too.
        let x, y: Double
        /// Mean square of what is left.
        let restPower: Double

        var amplitude: Double { hypot(x, y) }
    }

    let count: Int
    /// cos, sin, and both times the place in the window (−1...1): one after the other.
    private let base: [Double]
    /// Gives the four coefficients when multiplied with a window.
    private let solver: [Double]

    init(_ frequency: Double, count: Int) {
        self.count = count
        let step = 2 * Double.pi * frequency / Double(DecodedAudio.rate)
        let places = (0..<count).map { 2 * (Double($0) + 0.5) / Double(count) - 1 }
        let angles = places.map { step * $0 * Double(count) / 2 }
        let (cosines, sines) = (angles.map { cos($0) }, angles.map { sin($0) })
        let rows = [cosines, sines, zip(places, cosines).map { $0 * $1 }, zip(places, sines).map { $0 * $1 }]
        base = rows.flatMap { $0 }
        let products = rows.map { row in rows.map { other in zip(row, other).reduce(0) { $0 + $1.0 * $1.1 } } }
        solver = Self.inverse(products).flatMap { weights in
            (0..<count).map { at in zip(weights, rows).reduce(0) { $0 + $1.0 * $1.1[at] } }
        }
    }

    /// - Parameter samples: `count` of them.
    func find(in samples: UnsafePointer<Float>) -> Found {
        solver.withUnsafeBufferPointer { solver in
            base.withUnsafeBufferPointer { base in
                var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
                for at in 0..<count {
                    let sample = Double(samples[at])
                    a += sample * solver[at]
                    b += sample * solver[count + at]
                    c += sample * solver[2 * count + at]
                    d += sample * solver[3 * count + at]
                }
                var rest = 0.0
                for at in 0..<count {
                    let left = Double(samples[at]) - a * base[at] - b * base[count + at] - c * base[2 * count + at] - d * base[3 * count + at]
                    rest += left * left
                }
                return Found(x: a, y: -b, restPower: rest / Double(count))
            }
        }
    }

    /// Of a small symmetric matrix, by elimination.
    private static func inverse(_ matrix: [[Double]]) -> [[Double]] {
        let size = matrix.count
        var rows = matrix.enumerated().map { index, row in row + (0..<size).map { $0 == index ? 1 : 0 } }
        for column in 0..<size {
            let pivot = rows[column][column]
            rows[column] = rows[column].map { $0 / pivot }
            for row in 0..<size where row != column {
                let factor = rows[row][column]
                rows[row] = zip(rows[row], rows[column]).map { $0 - factor * $1 }
            }
        }
        return rows.map { Array($0[size...]) }
    }
}
