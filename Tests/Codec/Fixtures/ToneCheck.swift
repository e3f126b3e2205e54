import Foundation

/// Samples against the tone of 1 kHz at half of full scale that begins at 0.
enum ToneCheck {
    /// The largest difference.
    static func error(_ samples: [Float], in range: Range<Int>) -> Double {
        range.reduce(0) { max($0, abs(Double(samples[$1]) - 0.5 * sin(2 * Double.pi * Double($1) / 48))) }
    }

    static func peak(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }
}
