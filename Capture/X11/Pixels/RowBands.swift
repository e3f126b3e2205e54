import Frames

/// The rows that hold a damage: full-width bands from top to bottom, without overlap. No heap storage.
struct RowBands {
    /// Rows between two bands that are cheaper to copy along than to ask for apart (a request costs as much as about 16 rows of 1080p).
    static let mergedGapRows = 16

    private var storage: InlineArray<16, Range<Int>> = .init(repeating: 0..<0)
    private(set) var count = 0

    init(covering damage: borrowing Damage, in size: PixelSize) {
        for index in 0..<damage.count {
            let rectangle = damage[index].intersection(PixelRectangle(of: size))
            if !rectangle.isEmpty { insert(rectangle.y..<rectangle.maxY) }
        }
    }

    subscript(index: Int) -> Range<Int> { storage[index] }

    /// Takes away what `others` hold. What is left may still hold rows of theirs, where it lies on both sides of a band.
    mutating func remove(_ others: RowBands) {
        var kept = 0
        for index in 0..<count {
            var rows = storage[index]
            for other in 0..<others.count {
                let band = others[other]
                guard rows.overlaps(band) else { continue }
                if band.lowerBound <= rows.lowerBound { rows = min(band.upperBound, rows.upperBound)..<rows.upperBound }
                if band.upperBound >= rows.upperBound { rows = rows.lowerBound..<max(rows.lowerBound, min(band.lowerBound, rows.upperBound)) }
            }
            if !rows.isEmpty {
                storage[kept] = rows
                kept += 1
            }
        }
        count = kept
    }

    private mutating func insert(_ rows: Range<Int>) {
        var rows = rows
        var kept = 0
        // Takes in every band within reach; the others move up.
        for index in 0..<count {
            let band = storage[index]
            if band.lowerBound <= rows.upperBound + Self.mergedGapRows, rows.lowerBound <= band.upperBound + Self.mergedGapRows {
                rows = min(band.lowerBound, rows.lowerBound)..<max(band.upperBound, rows.upperBound)
            } else {
                storage[kept] = band
                kept += 1
            }
        }
        var position = kept
        while position > 0, storage[position - 1].lowerBound > rows.lowerBound {
            storage[position] = storage[position - 1]
            position -= 1
        }
        storage[position] = rows
        count = kept + 1
    }
}
