public import Frames
public import Platform

/// What a recording shows of a screen with a stimulus on it that was turned, resized or lost on the way: whether it stood upright and
/// whole in its place on the canvas in each phase.
public struct ShapeReading: Sendable {
    /// A time during which the screen had one shape.
    public struct Phase: Sendable {
        /// For messages.
        public let words: String
        /// As its user sees it.
        public let size: PixelSize
        public let span: ClosedRange<MediaTime>

        public init(_ words: String, _ size: PixelSize, _ span: ClosedRange<MediaTime>) { (self.words, self.size, self.span) = (words, size, span) }
    }

    public struct Result: Sendable, CustomStringConvertible {
        public let words: String
        /// Different pictures that were drawn in the phase and are upright, whole and in their place.
        public let whole: Int
        /// Pictures between the first and the last of those that are not.
        public let broken: Int

        public var description: String { "\(words): \(whole) whole, \(broken) broken" }
    }

    public let results: [Result]
    /// The longest time from a picture to the next.
    public let longestGap: Duration

    public init(_ recording: String, on canvas: PixelSize, _ phases: [Phase], timeout: Duration = .seconds(120)) throws {
        var readers: [PixelSize: [StampReader.Frame]] = [:]
        for phase in phases where readers[phase.size] == nil {
            let place = SwitchReader.Screen(phase.size, on: canvas, numbers: 0..<1)
            readers[phase.size] = try StampReader(recording, scale: place.scale, x: place.x, y: place.y, timeout: timeout).frames
        }
        results = phases.map { phase in
            let frames = readers[phase.size] ?? []
            let (start, end) = (phase.span.lowerBound.nanoseconds / 1_000_000, phase.span.upperBound.nanoseconds / 1_000_000)
            let isWhole = frames.map { frame in
                guard let stamp = frame.stamp else { return false }
                // A stamp has the low bits of its time.
                let age = Int32(bitPattern: stamp.milliseconds &- UInt32(truncatingIfNeeded: start))
                return age >= 0 && Int64(age) <= end - start
            }
            guard let first = isWhole.firstIndex(of: true), let last = isWhole.lastIndex(of: true) else {
                return Result(words: phase.words, whole: 0, broken: 0)
            }
            let numbers = Set(frames.indices.filter { isWhole[$0] }.compactMap { frames[$0].stamp?.number })
            return Result(words: phase.words, whole: numbers.count, broken: isWhole[first...last].count { !$0 })
        }
        let positions = readers.first?.value.map(\.position) ?? []
        longestGap = zip(positions, positions.dropFirst()).map { $1 - $0 }.max() ?? .zero
    }
}
