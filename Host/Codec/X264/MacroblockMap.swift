import CX264
import Frames

/// Says of each macroblock of a picture whether it is as it was in the last one that libx264 encoded. Belongs to one thread.
///
/// There are two arrays in turn: libx264's threads may read that of a picture until the next one begins.
final class MacroblockMap {
    let columns: Int
    let rows: Int
    /// How many macroblocks differ from libx264's last picture.
    private(set) var changedCount = 0
    private let flags: UnsafeMutablePointer<UInt8>
    private let offsets: UnsafeMutablePointer<Float>
    /// libx264 rounds down what differs from a picture before, and adaptive quantisation takes letters for what may be coarse: at the quantiser of a
    /// sharp page typed ones have 29 dB without this.
    private static let sharper: Float = -8
    private var turn = 0
    /// All may differ, as before the first picture.
    private(set) var isEverything = true
    /// The current flags are those of the picture before the last.
    private var isUsed = false

    init(of size: PixelSize) {
        (columns, rows) = size.macroblocks
        flags = .allocate(capacity: 2 * columns * rows)
        flags.initialize(repeating: 0, count: 2 * columns * rows)
        offsets = .allocate(capacity: columns * rows)
        offsets.initialize(repeating: 0, count: columns * rows)
        changedCount = columns * rows
    }

    deinit {
        flags.deallocate()
        offsets.deallocate()
    }

    /// How much finer than its picture each macroblock shall be, for flags as `take` returns them: those that differ, so that they are sharp.
    func sharpening(_ flags: UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<Float>? {
        guard let flags else { return nil }
        for index in 0..<columns * rows { offsets[index] = flags[index] == 0 ? Self.sharper : 0 }
        return offsets
    }

    /// A row of flags for each row of macroblocks: 0 for what differs. After `add`.
    var current: UnsafeMutablePointer<UInt8> { flags + turn * columns * rows }

    /// Marks what `changed` says, beside what is marked. Macroblocks begin at even pixels, so that the chroma of a changed pixel lies in the same
    /// one.
    ///
    /// - Parameter changed: `nil` for everything.
    func add(_ changed: Damage?) {
        clear()
        guard let changed else {
            isEverything = true
            changedCount = columns * rows
            return
        }
        guard !isEverything else { return }
        for index in 0..<changed.count {
            let part = changed[index].intersection(PixelRectangle(x: 0, y: 0, width: columns * 16, height: rows * 16))
            guard !part.isEmpty else { continue }
            for row in part.y / 16..<(part.maxY + 15) / 16 {
                let line = current + row * columns
                for column in part.x / 16..<(part.maxX + 15) / 16 where line[column] != 0 {
                    line[column] = 0
                    changedCount += 1
                }
            }
        }
    }

    /// For the picture that libx264 gets now: nothing is marked afterwards.
    ///
    /// - Returns: the flags, which stay as they are until the call after the next; `nil` for everything.
    func take() -> UnsafeMutablePointer<UInt8>? {
        clear()
        let taken = isEverything ? nil : current
        turn ^= 1
        (isEverything, isUsed, changedCount) = (false, true, 0)
        return taken
    }

    /// Not before it is needed: libx264 is done with them as soon as it has begun another picture.
    private func clear() {
        guard isUsed else { return }
        current.update(repeating: UInt8(X264_MBINFO_CONSTANT), count: columns * rows)
        isUsed = false
    }
}
