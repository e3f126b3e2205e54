import CDelta
import Frames
import Picture

/// Finds what was scrolled up or down since libx264's last picture, so that it need not be encoded anew. Belongs to one thread; allocates nothing
/// per picture.
///
/// It keeps hashes of what libx264's last picture was made from, not the picture: 1.6 MB at 1080p.
final class ScrollSearch {
    /// A scrolled picture beside libx264's last one.
    struct Scroll {
        /// For each macroblock, row by row, as `DeltaWriter.write` takes them; to be read before the next search.
        let unchanged: UnsafePointer<UInt8>
        let motion: UnsafePointer<Int16>
        /// How many macroblocks have to be corrected.
        let changedCount: Int
        /// How many rows further down it stood before; not 0.
        let rows: Int
    }

    private let mostRows: Int
    /// What the last picture searched is made from, where it differs, and what libx264's last one is.
    private var now: cdelta_hashes
    private var before: cdelta_hashes
    private let unchanged: UnsafeMutablePointer<UInt8>
    private let motion: UnsafeMutablePointer<Int16>
    /// libx264's last picture was made from what `before` says.
    private var isKnown = false
    /// Searches one behind the other that found nothing; above `mostFailures`, as in a film, one picture in `pauseCount` is searched.
    private var failureCount = 0
    private static let (mostFailures, pauseCount) = (4, 8)
    /// Pictures of libx264's.
    private var count = 0

    /// - Parameter mostRows: how far a vector may point; `CDELTA_MOST_SCROLL` is enough.
    init(of size: PixelSize, mostRows: Int) {
        self.mostRows = mostRows
        (now, before) = (cdelta_hashes(of: size), cdelta_hashes(of: size))
        let (columns, rows) = size.macroblocks
        (unchanged, motion) = (.allocate(capacity: columns * rows), .allocate(capacity: columns * rows))
        unchanged.initialize(repeating: 0, count: columns * rows)
        motion.initialize(repeating: 0, count: columns * rows)
    }

    deinit {
        now.free()
        before.free()
        unchanged.deallocate()
        motion.deallocate()
    }

    /// libx264 gets a picture.
    ///
    /// - Parameter unchanged: for each macroblock, row by row: other than 0 where it is as in libx264's last one; `nil` for none.
    func encoded(_ picture: I420View, unchanged: UnsafePointer<UInt8>?) {
        count &+= 1
        guard failureCount <= Self.mostFailures || count % Self.pauseCount == 0 else { return forget() }
        var delta = cdelta_picture(of: picture)
        cdelta_hash(&delta, isKnown ? unchanged : nil, &before)
        isKnown = true
    }

    /// What libx264's last picture was made from is not known any more.
    func forget() { isKnown = false }

    /// - Parameters:
    ///   - picture: what shall be seen.
    ///   - unchanged: as for `encoded`.
    /// - Returns: `nil` where most of what changed was not scrolled.
    func find(in picture: I420View, unchanged flags: UnsafePointer<UInt8>) -> Scroll? {
        guard isKnown else { return nil }
        var delta = cdelta_picture(of: picture)
        delta.unchanged = flags
        cdelta_hash(&delta, flags, &now)
        let rows = cdelta_find_scroll(&delta, &now, &before, Int32(mostRows))
        failureCount = rows == 0 ? failureCount + 1 : 0
        guard rows != 0 else { return nil }
        let count = cdelta_mark_scroll(&delta, &now, &before, rows, unchanged, motion)
        return Scroll(unchanged: UnsafePointer(unchanged), motion: UnsafePointer(motion), changedCount: Int(count), rows: Int(rows))
    }
}

extension cdelta_hashes {
    /// Of whole macroblocks; `free` is to be called.
    fileprivate init(of size: PixelSize) {
        func hashes(_ count: Int) -> UnsafeMutablePointer<UInt32> {
            let hashes = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
            hashes.initialize(repeating: 0, count: count)
            return hashes
        }
        self.init(luma: hashes(size.width / 16 * size.height), chroma: hashes(size.width / 16 * (size.height / 2)))
    }

    fileprivate func free() {
        luma.deallocate()
        chroma.deallocate()
    }
}

extension cdelta_picture {
    /// What shall be seen, and nothing else.
    init(of picture: I420View) {
        self.init()
        (luma, blue, red) = (UnsafePointer(picture.luma), UnsafePointer(picture.blueChroma), UnsafePointer(picture.redChroma))
        (luma_stride, chroma_stride) = (picture.lumaStrideBytes, picture.chromaStrideBytes)
        (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
    }
}
