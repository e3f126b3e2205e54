import Frames
public import Picture

/// A picture of its own that moves: a gradient with a bright block whose position tells the number of the frame.
public final class TestPicture {
    public let view: I420View
    private let storage: UnsafeMutablePointer<UInt8>

    public init(width: Int, height: Int) {
        let (lumaCount, chromaCount) = (width * height, width * height / 4)
        storage = .allocate(capacity: lumaCount + 2 * chromaCount)
        view = I420View(
            size: PixelSize(width: width, height: height), luma: storage, blueChroma: storage + lumaCount,
            redChroma: storage + lumaCount + chromaCount, lumaStrideBytes: width, chromaStrideBytes: width / 2)
        draw(0)
    }

    deinit { storage.deallocate() }

    public func draw(_ number: Int) {
        let (width, height) = (view.size.width, view.size.height)
        for y in 0..<height {
            let row = view.luma + y * width
            for x in 0..<width { row[x] = UInt8(16 + (x + y + number * 3) % 200) }
        }
        let side = min(width, height) / 4
        let left = (number * 8) % (width - side)
        for y in 0..<side { (view.luma + (y + side) * width + left).update(repeating: 235, count: side) }
        fill(blue: UInt8(96 + number % 64), red: 140)
    }

    /// One colour all over, in limited-range BT.709.
    public func fill(luma: UInt8, blue: UInt8, red: UInt8) {
        view.luma.update(repeating: luma, count: view.size.width * view.size.height)
        fill(blue: blue, red: red)
    }

    private func fill(blue: UInt8, red: UInt8) {
        let count = view.size.width * view.size.height / 4
        view.blueChroma.update(repeating: blue, count: count)
        view.redChroma.update(repeating: red, count: count)
    }
}
