import Platform

/// What the last seconds of samples say about a link: how long what waits will take, and how much gets through while
/// something waits, which is what the link carries. While nothing waits, what gets through is what was sent and says nothing.
struct LinkMeter: Sendable {
    private struct Reading {
        let at: MediaTime
        let deliveredBytes: Int
        /// What waits and is not simply under way, in bits.
        let backlog: Double
        /// What waits, as time.
        let delay: Double
        let blocked: Duration
        let dropped: Int
    }

    /// Bits a second, and over how many seconds they were seen.
    struct Flow: Hashable {
        let bitRate: Double
        let span: Double
    }

    private static let memory: Duration = .seconds(2)
    /// How far a flow looks back.
    private static let window: Duration = .seconds(1)
    /// Nothing getting through for that long is a stall.
    private static let longPause: Duration = .milliseconds(300)
    private var readings: [Reading] = []
    /// Since when something has waited without a pause: points of the curve of what was delivered.
    private var run: [(at: MediaTime, bytes: Int)] = []
    /// Bits and seconds while something waited, forgotten slowly.
    private var burst = (bits: 0.0, seconds: 0.0)
    /// Bits a second that get through, for turning bits into time.
    private var pace = 0.0
    /// Whether lost packets are sent again by themselves and hold up those behind them (SRT), which blurs short measures.
    private(set) var repeats = false
    private var givenUp = 0
    /// Of SRT in live mode.
    private static let packetBytes = 1316
    private var roundTrip = ExtremeOfLate<Duration>(.least, span: .seconds(30))
    /// When what is delivered last grew.
    private var progress = MediaTime.zero

    /// How long what waits will take to get through, in seconds.
    private(set) var delay = 0.0

    /// The link's own delay, which is no one's fault, in seconds.
    var leastRoundTrip: Double { min(roundTrip.value?.inSeconds ?? 0, 1) }

    /// Forgets everything that belongs to one connection.
    mutating func reset() {
        readings.removeAll(keepingCapacity: true)
        run.removeAll(keepingCapacity: true)
        (burst, delay, pace, givenUp) = ((0, 0), 0, 0, 0)
    }

    /// Forgets what bursts have shown: the link is another one now.
    mutating func forgetBursts() { burst = (0, 0) }

    /// - Parameter planned: bits a second that are to be sent, picture and audio.
    mutating func add(_ sample: LinkSample, planned: Double) {
        if let time = sample.roundTrip { roundTrip.add(time, at: sample.at) }
        let held = sample.unacknowledgedBytes ?? sample.unsentBytes ?? 0
        guard let last = readings.last else {
            (pace, progress) = (planned, sample.at)
            let reading = Reading(
                at: sample.at, deliveredBytes: sample.sentBytes - held, backlog: backlog(sample, planned), delay: 0, blocked: sample.blocked,
                dropped: sample.dropped)
            readings.append(reading)
            return
        }
        let seconds = (sample.at - last.at).inSeconds
        guard seconds > 0.001 else { return }
        // What a sender gave up has left its buffer too, but got nowhere.
        if sample.buffered != nil { givenUp += max(0, sample.dropped - last.dropped) * Self.packetBytes }
        let delivered = max(last.deliveredBytes, sample.sentBytes - held - givenUp)
        let bits = Double(delivered - last.deliveredBytes) * 8
        repeats = sample.buffered != nil
        if bits > 0 {
            if !run.isEmpty, sample.at - progress >= Self.longPause {
                // The pause is over: what gets through from now on is what the link carries.
                run = [(last.at, last.deliveredBytes)]
                (burst, pace) = ((0, 0), max(pace, bits / seconds))
            }
            progress = sample.at
        }
        let waiting = backlog(sample, planned)
        let wasBlocked = (sample.blocked - last.blocked).inSeconds > 0.8 * seconds
        if (isBacklog(last.backlog) && isBacklog(waiting)) || wasBlocked {
            if run.isEmpty { run.append((last.at, last.deliveredBytes)) }
            run.append((sample.at, delivered))
            while run.count > 2, sample.at - run[1].at >= Self.window { run.removeFirst() }
            let share = min(1, seconds / 0.5)
            pace += (bits / seconds - pace) * share
            burst.bits += bits
            burst.seconds += seconds
        } else {
            run.removeAll(keepingCapacity: true)
            pace = max(pace, planned)
        }
        let kept = max(0, 1 - seconds / 4)
        burst = (burst.bits * kept, burst.seconds * kept)
        pace = max(pace, 20_000)
        delay = max(waiting / pace, sample.queued.inSeconds)
        readings.append(
            Reading(at: sample.at, deliveredBytes: delivered, backlog: waiting, delay: delay, blocked: sample.blocked, dropped: sample.dropped))
        while readings.count > 2, sample.at - readings[1].at >= Self.memory { readings.removeFirst() }
    }

    /// What gets through now that something waits: over the last second, or since it began to wait.
    var flow: Flow? {
        guard let first = run.first, let last = run.last, last.at > first.at else { return nil }
        let span = (last.at - first.at).inSeconds
        return Flow(bitRate: Double(last.bytes - first.bytes) * 8 / span, span: span)
    }

    /// What got through in the bursts of the last seconds, such as key frames; `nil` when too little waited to tell.
    var shownByBursts: Double? { burst.seconds >= 0.2 && !repeats ? burst.bits / burst.seconds : nil }

    /// The least and the greatest delay over the last `span`; `nil` while the samples do not reach so far back.
    func delays(over span: Duration) -> ClosedRange<Double>? {
        guard let last = readings.last, let first = readings.first, last.at - first.at >= span else { return nil }
        var range = last.delay...last.delay
        for reading in readings.reversed() where last.at - reading.at <= span {
            range = min(range.lowerBound, reading.delay)...max(range.upperBound, reading.delay)
        }
        return range
    }

    /// How much the delay has grown over the last half second.
    var growth: Double {
        guard let last = readings.last, let before = readings.last(where: { last.at - $0.at >= .milliseconds(500) }) else { return 0 }
        return last.delay - before.delay
    }

    /// Whether nothing at all gets through although something waits.
    var isStalled: Bool {
        guard let last = readings.last, isBacklog(last.backlog) else { return false }
        return last.at - progress >= Self.longPause
    }

    /// What has got through in all, in bytes.
    var delivered: Int { readings.last?.deliveredBytes ?? 0 }

    /// What got through over the last second, in bits a second, whether the link was full or not.
    var lately: Double {
        guard let last = readings.last, let first = readings.last(where: { last.at - $0.at >= .seconds(1) }) else { return 0 }
        return Double(last.deliveredBytes - first.deliveredBytes) * 8 / (last.at - first.at).inSeconds
    }

    /// Frames given up over the last seconds.
    var recentlyDropped: Int { (readings.last?.dropped ?? 0) - (readings.first?.dropped ?? 0) }

    private func isBacklog(_ bits: Double) -> Bool { bits > max(24_000, pace * 0.02) }

    /// What waits, without what is only under way.
    private func backlog(_ sample: LinkSample, _ planned: Double) -> Double {
        let held: Double
        if let bytes = sample.unacknowledgedBytes {
            held = max(Double(sample.unsentBytes ?? 0) * 8, Double(bytes) * 8 - pace * (leastRoundTrip + 0.01))
        } else if let bytes = sample.unsentBytes {
            held = Double(bytes) * 8
        } else {
            held = (sample.buffered.map { $0.inSeconds - leastRoundTrip } ?? 0) * planned
        }
        return Double(sample.queuedBytes) * 8 + max(0, held)
    }
}
