import Frames
import Picture

/// A copy of a canvas with its full chroma.
struct FullSnapshot: Equatable {
    let half: Snapshot
    let blue: [UInt8]
    let red: [UInt8]

    /// - Parameter view: with full chroma.
    init(_ view: I420View) {
        half = Snapshot(view)
        func rows(_ plane: UnsafeMutablePointer<UInt8>) -> [UInt8] {
            (0..<view.size.height).flatMap { UnsafeBufferPointer(start: plane + $0 * view.lumaStrideBytes, count: view.size.width) }
        }
        (blue, red) = (rows(view.fullChroma!.blue), rows(view.fullChroma!.red))
    }

    /// Luma, blue chroma, red chroma of a pixel.
    func samples(_ x: Int, _ y: Int) -> [UInt8] {
        let at = y * half.size.width + x
        return [half.luma[at], blue[at], red[at]]
    }

    /// The largest difference of any sample of full chroma.
    func distance(to other: FullSnapshot) -> Int {
        func largest(_ left: [UInt8], _ right: [UInt8]) -> Int { zip(left, right).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
        return max(largest(blue, other.blue), largest(red, other.red))
    }
}
