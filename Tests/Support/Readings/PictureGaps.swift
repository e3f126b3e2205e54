/// Where pictures of a known stimulus are missing in a recording, within spans in which that was to be expected and outside of them.
///
/// A gap is from the first time that one picture is shown to the first time of the next one. A stimulus that was late itself has left out
/// no number, and that is no gap; between two stimuli only times tell. Where a picture was taken twice, and the one after it never, since
/// both came just beside the other's time, there is a gap, but nothing is missing: every place on the grid of times has its picture.
public struct PictureGaps: Sendable {
    /// A picture with a readable stamp.
    public struct Picture: Hashable, Sendable {
        public let position: Duration
        public let screen: Int
        public let number: UInt32

        public init(position: Duration, screen: Int, number: UInt32) { (self.position, self.screen, self.number) = (position, screen, number) }
    }

    public struct Gap: Hashable, Sendable {
        public let start, end: Duration
        /// Pictures that were drawn meanwhile, as far as places of the grid are empty.
        public let missing: Int

        public var length: Duration { end - start }
    }

    /// Numbers further apart than this are two stimuli's: some minutes of one.
    private static let mostMissing = 10_000

    public let gaps: [Gap]
    /// Different pictures.
    public let pictures: Int
    private let positions: [Duration]
    private let interval: Duration

    /// - Parameter pictures: in the order of the recording; the same one may be there several times.
    public init(_ pictures: [Picture], framesPerSecond: Int) {
        interval = .seconds(1) / framesPerSecond
        var (gaps, positions): ([Gap], [Duration]) = ([], [])
        var (last, repeats): (Picture?, Int) = (nil, 0)
        for picture in pictures {
            if let last, picture.screen == last.screen, picture.number == last.number {
                repeats += 1
                continue
            }
            if let last, let gap = Self.gap(last, picture, interval, repeats) { gaps.append(gap) }
            positions.append(picture.position)
            (last, repeats) = (picture, 0)
        }
        (self.gaps, self.positions, self.pictures) = (gaps, positions, positions.count)
    }

    private static func gap(_ one: Picture, _ next: Picture, _ interval: Duration, _ repeats: Int) -> Gap? {
        let step = Int(next.number) - Int(one.number) - 1
        let isSame = one.screen == next.screen && (0..<mostMissing).contains(step)
        let places = Int(((next.position - one.position) / interval).rounded()) - 1
        guard (isSame ? step : places) > 0 else { return nil }
        return Gap(start: one.position, end: next.position, missing: min(isSame ? step : places, max(0, places - repeats)))
    }

    /// The longest gap that touches a span; no longer than a frame where there is none.
    public func longest(touching span: ClosedRange<Duration>) -> Duration {
        gaps.filter { $0.start < span.upperBound && $0.end > span.lowerBound }.map(\.length).max() ?? .zero
    }

    /// What no span explains.
    public func outside(_ spans: [ClosedRange<Duration>], within all: ClosedRange<Duration>) -> Outside {
        let merged = Self.merged(spans)
        func isExplained(_ start: Duration, _ end: Duration) -> Bool { merged.contains { start < $0.upperBound && end > $0.lowerBound } }
        return Outside(
            gaps: gaps.filter { all.contains($0.start) && all.contains($0.end) && !isExplained($0.start, $0.end) },
            pictures: positions.count { all.contains($0) && !isExplained($0, $0) })
    }

    public struct Outside: Sendable {
        public let gaps: [Gap]
        /// Pictures that came.
        public let pictures: Int

        public var missing: Int { gaps.reduce(0) { $0 + $1.missing } }
        public var longest: Duration { gaps.map(\.length).max() ?? .zero }
        /// Of those that were due.
        public var share: Double { Double(missing) / Double(max(1, missing + pictures)) }
    }

    private static func merged(_ spans: [ClosedRange<Duration>]) -> [ClosedRange<Duration>] {
        spans.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, span in
            if let last = merged.last, span.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
    }
}
