import Frames
import Picture
import Platform

/// One thing that is done to a picture, and what it made of it.
final class FilterStep {
    enum Work {
        case table(ColourCube)
        case key(ChromaKey)
        case smoothing(Smoothing)
        case graph(GraphRunner)
        case program(any FilterProgram)
    }

    /// Of the filter that it belongs to.
    let id: Int
    private(set) var work: Work
    /// Whether the last picture is one that it worked on.
    private(set) var isCounted = true
    /// Whether that took longer than it may.
    private(set) var isLate = false
    /// What of the last picture's time was for a new size, and would not be the same for the next picture.
    private(set) var preparing = Duration.zero
    private var canvas: Canvas?
    private var matteMemory: [UInt8] = []

    init(_ id: Int, _ work: Work) { (self.id, self.work) = (id, work) }

    /// How far a changed pixel reaches; `nil` where all may change.
    var reach: Int? {
        switch work {
        case .table: 0
        case .key: ChromaKey.reach
        case .smoothing: Smoothing.reach
        case .graph(let runner): runner.recipe.reach
        case .program: nil
        }
    }

    var hasMatte: Bool { if case .key = work { true } else { false } }

    /// Takes over the work of another one, if it is of the same kind.
    func change(to new: Work) -> Bool {
        switch (work, new) {
        case (.table, .table), (.key, .key), (.smoothing, .smoothing): work = new
        case (.graph(let runner), .graph(let other)) where runner.recipe.isAlike(other.recipe): runner.change(to: other.recipe)
        case (.program(let program), .program(let other)) where program === other: break
        default: return false
        }
        return true
    }

    /// A picture of its own, for the step after it.
    func output(_ size: PixelSize) -> I420View {
        if let canvas, canvas.size == size { return canvas.view }
        let made = Canvas(evenSize: size)
        canvas = made
        return made.view
    }

    /// - Parameter body: gets its own matte, as far apart as that of the whole.
    func withMatte<Result>(_ strideBytes: Int, _ rows: Int, _ body: (Matte) -> Result) -> Result {
        if matteMemory.count != strideBytes * rows { matteMemory = [UInt8](repeating: 255, count: strideBytes * rows) }
        return matteMemory.withUnsafeMutableBufferPointer { body(Matte(base: $0.baseAddress!, strideBytes: strideBytes)) }
    }

    /// Does its work where something changed.
    ///
    /// - Parameter changed: even parts, widened by its reach.
    /// - Returns: false where it could not; what it made is of no use then.
    func run(_ changed: borrowing Damage, of picture: I420View, into filtered: I420View, matte: Matte?, until deadline: MediaTime) -> Bool {
        (isCounted, preparing) = (true, .zero)
        switch work {
        case .table(let cube):
            for index in 0..<changed.count { cube.apply(picture.part(changed[index]), into: filtered.part(changed[index])) }
        case .key(let key): if let matte { key.apply(picture, changed: changed, into: filtered, matte: matte) }
        case .smoothing(let smoothing): smoothing.apply(picture, changed: changed, into: filtered)
        case .graph(let runner):
            let made = runner.making
            defer { preparing = runner.making - made }
            var done = 0
            for rows in changed.rows where rows.upperBound > done {
                guard runner.run(max(rows.lowerBound, done)..<rows.upperBound, of: picture, into: filtered) else { return false }
                done = rows.upperBound
            }
        case .program(let program):
            let outcome = program.filter(picture, into: filtered, until: deadline)
            if outcome != .done { filtered.copy(from: picture, changed: nil) }
            (isCounted, isLate) = (outcome != .absent, outcome == .late)
        }
        return true
    }
}

extension Damage {
    /// The rows of its rectangles, the upper ones first.
    fileprivate var rows: [Range<Int>] {
        var rows: [Range<Int>] = []
        for index in 0..<count { rows.append(self[index].y..<self[index].maxY) }
        return rows.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }
}
