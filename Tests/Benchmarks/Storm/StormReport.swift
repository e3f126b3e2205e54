import Platform
import TestSupport

/// A storm's figures, beside what they are held to.
///
/// - A gap of the picture: from the first time that one picture is in the file to the first time of the next one; of the tone: 20 dB down.
///   Each belongs to the fault whose time it touches, from 150 ms before it until 400 ms (of the tone: 3 s) after it was seen to be over.
/// - Killed, hung: noticed within 50 ms and within a second, replaced within a second (MANUAL.md, ARCHITECTURE.md). Swapped: no picture is
///   missing; 0.1 s are three, which a busy machine takes.
/// - A screen whose server is gone is looked for again after growing delays: as long again as it was away, and the second of a replacement.
///   PulseAudio is asked four times a second: the microphone is back within a second. A target is tried every 2 s, and has half a second.
/// - Memory: anonymous, sampled every 2 s. What does not count: the first 5 minutes, at most a quarter of the time; and until the host has
///   as many events as it keeps (`EventJournal`), at most half of the time. The slope is the median of the slopes between any two minutes.
///   In less than half an hour a slope says little: the medians of the first and the last tenth then, with 1 KiB for each event kept.
struct StormReport {
    static let title = "A storm"
    private static let (killed, killedMedian, hung, swapped) = (
        Duration.seconds(1), Duration.milliseconds(200), Duration.seconds(2), Duration.milliseconds(105)
    )
    private static let (back, pipeWire, server) = (Duration.seconds(1), Duration.seconds(6), Duration.milliseconds(2500))
    /// Of the pictures that are due where nothing happens: one in so many, at most, is the machine's.
    private static let missingShare = 1.0 / 500
    private static let toleratedBytes = 1_048_576.0
    private static let (keptEvents, eventBytes) = (4096, 1024.0)
    private static let shortMinutes = 30.0

    private let result: StormResult
    private let minutes: Double
    private let seed: UInt64

    init(_ result: StormResult, minutes: Double, seed: UInt64) { (self.result, self.minutes, self.seed) = (result, minutes, seed) }

    var text: String {
        """
        One broadcast of screens of \(StormScenario.sizeText) in full motion at \(StormScenario.framesPerSecond) frames a second, X and sway, \
        with a tone in PulseAudio's microphone, over RTMP and into a file, \(minutes.rounded(to: 1)) minutes (seed \(seed)): \
        \(result.pictures) pictures. The gap is what viewers see or hear of it, or how long the RTMP server waits for media once it is back. \
        How each figure is defined is in Storm/StormReport.swift.

        \(faults.text)

        \(held.text)

        Where nothing was done to the picture: \(result.outside.missing) of \(result.outside.missing + result.outside.pictures) pictures missing, \
        the longest gap \(seconds(result.outside.longest)) s. The tone away with PulseAudio there: \(silences). Sources or the mixer late, each \
        time 10 ms: \(result.counts.late), deaths of PulseAudio among them. The user was asked \(result.consents) times; \
        what asks ended by itself \(result.counts.revivals) times, and was started again.

        \(Bar.list(bars))

        """
    }

    private var faults: MarkdownTable {
        var table = MarkdownTable("fault", "on", "times", "gap p50, s", "p99, s", "longest, s", "beyond the outage, longest, s", "never over")
        for kind in StormPlan.Kind.allCases {
            let isOfAgents = [.kill, .swap, .hang].contains(kind)
            for backend in isOfAgents ? StormPlan.Backend.allCases : [nil] as [StormPlan.Backend?] {
                let gaps = result.gaps(of: kind, on: backend)
                let lost = result.deeds.count { $0.deed.kind == kind && (backend ?? $0.deed.backend) == $0.deed.backend && $0.deed.end == nil }
                let figures = [gaps.at(0.5), gaps.at(0.99), gaps.longest].map(seconds)
                table.add(
                    [kind.text, backend?.rawValue ?? "–", "\(gaps.count)"] + figures
                        + [isOfAgents ? "–" : seconds(result.returns(of: kind).longest), "\(lost)"])
            }
        }
        return table
    }

    private var counted: [FootprintSample] {
        guard let first = result.samples.first?.time else { return [] }
        let whole = minutes * 60
        let filling = whole * Double(Self.keptEvents) / Double(max(1, result.counts.events))
        let warmth: Duration = .seconds(max(min(300, whole / 4), isShort ? 0 : min(filling, whole / 2)))
        return result.samples.filter { sample in sample.time - first >= warmth }
    }

    private var held: MarkdownTable {
        var table = MarkdownTable("what the host holds", "first tenth", "last tenth", "slope an hour", "most")
        let rows: [(String, FootprintScenario, Double, Int)] = [
            ("memory, MiB", FootprintScenario(counted, \.memoryBytes), Self.toleratedBytes, 2),
            ("descriptors", FootprintScenario(counted, \.descriptors), 1, 0), ("threads", FootprintScenario(counted, \.threads), 1, 0),
        ]
        for (name, figure, unit, digits) in rows {
            let levels = [figure.first, figure.last, figure.most].map { ($0 / unit).rounded(to: digits) }
            table.add([name, levels[0], levels[1], (figure.robustSlopePerHour / unit).rounded(to: 2), levels[2]])
        }
        return table
    }

    private var silences: String {
        guard !result.silences.isEmpty else { return "never" }
        let lengths = Spread(result.silences.map { $0.upperBound - $0.lowerBound })
        return "\(lengths.count) times, \(seconds(lengths.longest)) s at most"
    }

    private func seconds(_ span: Duration) -> String { span.inSeconds.rounded(to: 3) }

    // MARK: Bars

    private var bars: [Bar] { counts + gapBars + streamBars + hostBars }

    private var counts: [Bar] {
        let (done, due) = (result.deeds.count, result.plan.blows.count)
        let lost = result.deeds.count { $0.deed.end == nil }
        return [
            Bar(words: "everything planned was done", value: "\(done) of \(due)", isMet: done == due),
            Bar(words: "every fault is over within 30 s", value: "\(lost) are not", isMet: lost == 0),
        ]
    }

    private var gapBars: [Bar] {
        func longest(_ kind: StormPlan.Kind, _ most: Duration) -> Bar {
            let gap = result.gaps(of: kind).longest
            return Bar(words: "\(kind.text): at most \(most.inSeconds.rounded(to: 1)) s", value: seconds(gap) + " s", isMet: gap <= most)
        }
        func back(_ kind: StormPlan.Kind, _ most: Duration) -> Bar {
            let late = result.returns(of: kind).longest
            return Bar(
                words: "\(kind.text): back \(most.inSeconds.rounded(to: 1)) s after the server at most", value: seconds(late) + " s",
                isMet: late <= most)
        }
        let (median, display) = (result.gaps(of: .kill).at(0.5), result.lateReturn(of: .display))
        return [
            longest(.kill, Self.killed),
            Bar(words: "\(StormPlan.Kind.kill.text): half of them at most 0.2 s", value: seconds(median) + " s", isMet: median <= Self.killedMedian),
            longest(.hang, Self.hung), longest(.swap, Self.swapped),
            Bar(
                words: "\(StormPlan.Kind.display.text): the picture is back after twice the outage and a second", value: seconds(display) + " s",
                isMet: display <= Self.back),
            back(.pulse, Self.back), back(.pipeWire, Self.pipeWire), back(.server, Self.server),
        ]
    }

    private var streamBars: [Bar] {
        let (outside, counts) = (result.outside, result.counts)
        let starts = result.done(.server)
        return [
            Bar(
                words: "no gap above 0.1 s where nothing was done to the picture", value: seconds(outside.longest) + " s",
                isMet: outside.longest <= Self.swapped),
            Bar(
                words: "one picture in 500 missing there at most", value: "\((outside.share * 100).rounded(to: 2)) %",
                isMet: outside.share <= Self.missingShare),
            Bar(words: "no picture unreadable, older than one before or out of order", value: "\(result.broken)", isMet: result.broken == 0),
            Bar(
                words: "every picture that was encoded is in the file", value: "\(result.pictures) of \(counts.encoded)",
                isMet: result.pictures >= counts.encoded),
            Bar(words: "nothing was dropped on the way to the file", value: "\(counts.droppedInFile)", isMet: counts.droppedInFile == 0),
            Bar(
                words: "the RTMP server lacks none between the first and the last picture of each connection", value: "\(result.missingAtServer)",
                isMet: result.missingAtServer == 0),
            Bar(
                words: "one connection for each start of the RTMP server", value: "\(counts.reconnects) for \(starts)",
                isMet: counts.reconnects == starts),
            Bar(words: "AAC frames follow each other", value: "\(result.audioGaps.count) gaps", isMet: result.audioGaps.isEmpty),
            Bar(words: "the tone is there whenever PulseAudio is", value: silences, isMet: result.silences.isEmpty),
        ]
    }

    private var isShort: Bool { minutes < Self.shortMinutes }

    private var hostBars: [Bar] {
        let memory = FootprintScenario(counted, \.memoryBytes)
        let events = Double(min(Self.keptEvents, result.counts.events)) * Self.eventBytes
        let figure = isShort ? memory.growth - events : memory.robustSlopePerHour
        let growth = result.growth
        return [
            Bar(
                words: isShort
                    ? "memory does not grow but for \(result.counts.events) events (1 MiB is tolerated)" : "memory grows by at most 1 MiB an hour",
                value: "\((figure / 1024).rounded(to: 0)) KiB", isMet: figure <= Self.toleratedBytes),
            Bar(words: "descriptors are as before", value: "\(growth.descriptors) more", isMet: growth.descriptors <= 0),
            Bar(words: "threads are as before", value: "\(growth.threads) more", isMet: growth.threads <= 0),
            Bar(words: "the running host holds nothing else more", value: "\(growth)", isMet: growth.isNothing),
            Bar(
                words: "nothing is left behind, and the exit status is 0",
                value: result.left.isEmpty ? "nothing" : result.left.joined(separator: ", "),
                isMet: result.left.isEmpty),
        ]
    }
}

extension StormPlan.Kind {
    /// For people.
    var text: String {
        switch self {
        case .kill: "agent killed"
        case .swap: "swap"
        case .hang: "agent stopped dead"
        case .display: "X server killed"
        case .pipeWire: "PipeWire killed"
        case .pulse: "PulseAudio killed"
        case .server: "RTMP server killed"
        }
    }
}
