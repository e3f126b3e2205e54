import Platform

/// The file that a storm's broadcast wrote: what each deed left in it, and what nothing explains.
struct StormReading {
    static let patience = Duration.seconds(3600)
    /// Before a deed: what goes out at a moment was captured earlier, and its time says so.
    private static let lead = Duration.milliseconds(150)
    /// After it was seen to be over.
    private static let settling = Duration.milliseconds(400)
    /// After PulseAudio plays again: the tone is not in the file before it is in the microphone.
    private static let audioSettling = Duration.seconds(3)

    let outside: PictureGaps.Outside
    let silences: [ClosedRange<Duration>]
    let broken: Int
    /// Each of those with the fault before it, for people.
    let remarks: [String]
    private let gaps: PictureGaps
    private let allSilences: [ClosedRange<Duration>]
    private let reader: SwitchReader

    init(_ record: StormRecord, _ deeds: [StormDeed]) throws {
        let reader = try SwitchReader(record.file, screens: StormDesktops.screens, timeout: Self.patience)
        let storm = reader.position(of: record.span.lowerBound)...reader.position(of: record.span.upperBound)
        gaps = PictureGaps(reader.stamped, framesPerSecond: StormDesktops.framesPerSecond)
        outside = gaps.outside(deeds.filter { $0.kind.isOfPictures }.map { Self.span(of: $0, in: reader) }, within: storm)
        // A picture of a wrong age or that is there twice is a matter of time; these are not. An X server that is back is black at first.
        let black = deeds.filter { $0.kind == .display }.map { Self.span(of: $0, in: reader) }
        let found = reader.irregularities(within: storm, switches: .max).filter { found in
            storm.contains(found.position)
                && (found.kind == .oldScreen || found.kind == .unreadable && !black.contains { $0.contains(found.position) })
        }
        let times = reader.frames.map(\.position)
        broken = found.count + zip(times, times.dropFirst()).count { $1 <= $0 }
        allSilences = try DecodedAudio(of: record.file, timeout: Self.patience).silences(of: 1000)
        let deaths = deeds.filter { $0.kind == .pulse }.map { Self.span(of: $0, in: reader) }
        silences = allSilences.filter { silence in storm.contains(silence.lowerBound) && !deaths.contains { $0.overlaps(silence) } }
        let starts = deeds.map { (position: reader.position(of: $0.start), kind: $0.kind) }
        func remark(_ text: String, _ start: Duration, _ end: Duration) -> String {
            let before = starts.filter { $0.position <= end }.max { $0.position < $1.position }
            let after = before.map { ", \((start - $0.position).inSeconds.tenths) s after \($0.kind.rawValue)" } ?? ""
            return "\(text) for \(Int((end - start).inMilliseconds)) ms at \(start.inSeconds.tenths) s\(after)"
        }
        remarks =
            outside.gaps.filter { $0.missing > 0 }.map { remark("\($0.missing) pictures missing", $0.start, $0.end) }
            + silences.map { remark("no tone", $0.lowerBound, $0.upperBound) }
            + found.map { remark($0.description, $0.position, $0.position) }
        self.reader = reader
    }

    private static func span(of deed: StormDeed, in reader: SwitchReader) -> ClosedRange<Duration> {
        let settling = deed.kind == .pulse ? audioSettling : settling
        return reader.position(of: deed.start - lead)...reader.position(of: (deed.end ?? deed.back) + settling)
    }

    /// How long the picture stood or the tone was away; of an RTMP server how long it waited for media once it was back.
    func gap(of deed: StormDeed) -> Duration {
        let span = Self.span(of: deed, in: reader)
        switch deed.kind {
        case .server: return (deed.end ?? deed.back) - deed.back
        case .pulse: return allSilences.filter { $0.overlaps(span) }.map { $0.upperBound - $0.lowerBound }.reduce(.zero, +)
        default: return gaps.longest(touching: span)
        }
    }
}

extension Double {
    fileprivate var tenths: Double { (self * 10).rounded() / 10 }
}

extension StormPlan.Kind {
    /// Whether it is done to what is captured.
    var isOfPictures: Bool { self != .pulse && self != .server }
}
