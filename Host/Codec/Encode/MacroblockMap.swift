import CX264
import Frames

/// Says of each macroblock of a picture whether it is as it was in the picture before. Belongs to one thread.
///
/// There are two arrays in turn: libx264's threads may read that of a picture until the next one begins.
final class MacroblockMap {
    let columns: Int
    let rows: Int
    private let flags: UnsafeMutablePointer<UInt8>
    private var turn = 0

    init(of size: PixelSize) {
        (columns, rows) = ((size.width + 15) / 16, (size.height + 15) / 16)
        flags = .allocate(capacity: 2 * columns * rows)
    }

    deinit { flags.deallocate() }

    /// Marks what `changed` leaves out. Macroblocks begin at even pixels, so that the chroma of a changed pixel lies in the same one.
    ///
    /// - Returns: a row of flags for each row of macroblocks; stays as it is until the call after the next.
    func mark(_ changed: Damage) -> UnsafeMutablePointer<UInt8> {
        turn ^= 1
        let map = flags + turn * columns * rows
        map.update(repeating: UInt8(X264_MBINFO_CONSTANT), count: columns * rows)
        for index in 0..<changed.count {
            let part = changed[index].intersection(PixelRectangle(x: 0, y: 0, width: columns * 16, height: rows * 16))
            guard !part.isEmpty else { continue }
            let (left, right) = (part.x / 16, (part.maxX + 15) / 16)
            for row in part.y / 16..<(part.maxY + 15) / 16 { (map + row * columns + left).update(repeating: 0, count: right - left) }
        }
        return map
    }
}
