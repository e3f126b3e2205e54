public import Frames
public import Platform

/// Which of several screens each picture of a recording shows, by stimuli whose stamps count from different numbers.
public struct SwitchReader: Sendable {
    /// How one screen stands on the canvas, and the first number of its stimulus.
    public struct Screen: Hashable, Sendable {
        public let (x, y): (Int, Int)
        public let scale: Double
        public let numbers: Range<UInt32>

        /// Fitted on the canvas, keeping its shape.
        public init(_ size: PixelSize, on canvas: PixelSize, numbers: Range<UInt32>) {
            scale = min(Double(canvas.width) / Double(size.width), Double(canvas.height) / Double(size.height))
            x = (canvas.width - Int((Double(size.width) * scale).rounded())) / 2
            y = (canvas.height - Int((Double(size.height) * scale).rounded())) / 2
            self.numbers = numbers
        }
    }

    public struct Frame: Hashable, Sendable {
        public let position: Duration
        /// Which screen, and what its stamp says; nil when none can be read.
        public let shown: Shown?
    }

    public struct Shown: Hashable, Sendable {
        public let screen: Int
        public let stamp: Stamp
    }

    public let frames: [Frame]
    /// Positions of the first picture of each other screen than before.
    public let switches: [Duration]
    /// The position of a moment is its milliseconds (modulo 2³²) less these, as the median picture has it: the moment when
    /// the picture was drawn, that is.
    private let originMilliseconds: UInt32

    public init(_ recording: String, screens: [Screen], timeout: Duration = .seconds(120)) throws {
        var readers: [Screen: [StampReader.Frame]] = [:]
        frames = try screens.indices.reduce(into: [Frame]()) { frames, index in
            let screen = screens[index]
            // Screens that lie in the same place are read at once.
            let place = Screen(screen, numbers: 0..<1)
            let read = try readers[place] ?? StampReader(recording, scale: screen.scale, x: screen.x, y: screen.y, timeout: timeout).frames
            readers[place] = read
            if frames.isEmpty { frames = read.map { Frame(position: $0.position, shown: nil) } }
            for (at, frame) in read.enumerated() {
                guard let stamp = frame.stamp, screen.numbers.contains(stamp.number) else { continue }
                frames[at] = Frame(position: frame.position, shown: Shown(screen: index, stamp: stamp))
            }
        }
        var last: Int?
        switches = frames.compactMap { frame in
            guard let screen = frame.shown?.screen else { return nil }
            defer { last = screen }
            return last == nil || last == screen ? nil : frame.position
        }
        let origins = frames.compactMap { frame in frame.shown.map { $0.stamp.milliseconds &- UInt32(frame.position.inMilliseconds) } }.sorted()
        originMilliseconds = origins.isEmpty ? 0 : origins[origins.count / 2]
    }

    /// Where in the recording a picture that was drawn at `moment` should be.
    public func position(of moment: MediaTime) -> Duration {
        .milliseconds(Int(Int32(bitPattern: UInt32(truncatingIfNeeded: moment.nanoseconds / 1_000_000) &- originMilliseconds)))
    }

    /// Pictures with a stamp in the order of the recording, as `PictureGaps` takes them.
    var stamped: [PictureGaps.Picture] {
        frames.compactMap { frame in
            frame.shown.map { PictureGaps.Picture(position: frame.position, screen: $0.screen, number: $0.stamp.number) }
        }
    }

    /// What is wrong with the pictures themselves when screens were switched `count` times within `scenario` under full motion.
    ///
    /// - Parameter tolerance: how far a picture's age may be from the usual: places on the grid and pacing take some.
    public func irregularities(
        within scenario: ClosedRange<Duration>, switches count: Int, tolerance: Duration = .milliseconds(80)
    ) -> [Irregularity] {
        var found: [Irregularity] = []
        var newest: [Int: UInt32] = [:]
        var previous: Shown?
        for frame in frames {
            guard let shown = frame.shown else {
                found.append(Irregularity(.unreadable, at: frame.position, "no stamp"))
                continue
            }
            if let seen = newest[shown.screen], shown.stamp.number < seen {
                found.append(Irregularity(.oldScreen, at: frame.position, "frame \(shown.stamp.number) after \(seen)"))
            }
            if shown == previous { found.append(Irregularity(.repeatedPicture, at: frame.position, "frame \(shown.stamp.number) again")) }
            let drawn = shown.stamp.milliseconds &- originMilliseconds
            let age = frame.position - .milliseconds(Int(Int32(bitPattern: drawn)))
            if abs(age.inMilliseconds) > tolerance.inMilliseconds {
                found.append(Irregularity(.wrongAge, at: frame.position, "\(Int(age.inMilliseconds)) ms older than the usual"))
            }
            newest[shown.screen] = max(newest[shown.screen] ?? 0, shown.stamp.number)
            previous = shown
        }
        for position in switches.filter(scenario.contains).dropFirst(count) {
            found.append(Irregularity(.oldScreen, at: position, "a switch that no one asked for"))
        }
        return found
    }
}

extension SwitchReader.Screen {
    fileprivate init(_ other: SwitchReader.Screen, numbers: Range<UInt32>) {
        (scale, x, y, self.numbers) = (other.scale, other.x, other.y, numbers)
    }
}
