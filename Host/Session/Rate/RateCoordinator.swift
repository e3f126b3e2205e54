import Delivery
import Events
import Frames
import Platform
import RateControl
import Synchronization

/// Makes the picture's encoder follow the lines of the targets, the machine and the user's latest word.
///
/// `follow` belongs to the session's thread, ten times a second; the rest to any thread but real-time ones.
final class RateCoordinator: Sendable {
    private let configuration: SessionConfiguration
    private let soundBitRate: Int
    private let state: Mutex<State>

    private struct State: Sendable {
        var choice: QualityChoice
        /// `nil` until the canvas has its size, as the governor, which keeps the limits for that size.
        var size: PixelSize?
        var governor: RateController?
        var load: LoadShedding
        var rates = Rates()
        var governed: Set<Int> = []
        var order: EncoderTarget
        /// What the targets' connections were told last, in bits a second.
        var expected = 0
        /// Of the last event about it.
        var reported = 0
        /// Whose line was called poor last.
        var poor: RateTarget?
        var level = DegradationLevel.full
        var governing: Int?
    }

    /// What a round has decided.
    struct Round: Sendable {
        var order: EncoderTarget
        var selections: [Int: StreamSelection] = [:]
        /// For every connection, in bits a second; `nil` when it is what they know.
        var expectation: Int?
        var changes: [BroadcastEvent] = []
    }

    /// - Parameter soundBitRate: of the sound that targets get, in bits a second; 0 without.
    init(_ configuration: SessionConfiguration, soundBitRate: Int) {
        (self.configuration, self.soundBitRate) = (configuration, soundBitRate)
        let frames = configuration.framesPerSecond
        state = Mutex(
            State(
                choice: configuration.quality, load: LoadShedding(framesPerSecond: frames),
                order: EncoderTarget(bitRate: 0, mostFramesPerSecond: frames)))
    }

    /// The canvas has its size.
    ///
    /// - Parameter hasLines: whether there are targets whose lines can be followed; else the stream begins at the ceiling.
    /// - Returns: the bit rate to begin with, in bits a second.
    /// - Throws: `.badSetting` where the limits exclude each other at that size.
    func open(_ size: PixelSize, hasLines: Bool) throws(DeliveryError) -> Int {
        let choice = state.withLock { $0.choice }
        let limits = try choice.limits(for: size)
        return state.withLock { state in
            state.size = size
            state.governor = RateController(
                limits: limits, soundBitRate: soundBitRate, framesPerSecond: configuration.framesPerSecond,
                mayLowerSize: configuration.mayLowerSize)
            state.order.bitRate = configuration.isAdaptive && hasLines ? limits.initial : limits.ceiling
            state.reported = state.order.bitRate
            return state.order.bitRate
        }
    }

    /// The user's latest word; takes effect with the next round.
    ///
    /// - Throws: `.badSetting` naming what is wrong; nothing has changed then.
    func steer(_ request: RateRequest) throws(DeliveryError) {
        try state.withLock { (state) throws(DeliveryError) in
            let choice = state.choice.changed(by: request)
            let limits = try choice.limits(for: state.size ?? SessionConfiguration.largestAutomaticCanvas)
            state.choice = choice
            state.governor?.setLimits(limits)
        }
    }

    /// What picture and sound come to by the present order, in bits a second; the sound alone until the canvas has its size.
    var bitsPerSecond: Int { state.withLock { $0.order.bitRate } + soundBitRate }

    var status: SessionStatus.Rate? {
        state.withLock { state in
            guard let limits = state.governor?.limits else { return nil }
            return SessionStatus.Rate(
                isAdaptive: configuration.isAdaptive, quality: (state.choice.table ?? (state.choice.ceiling == nil ? .desktop : .custom)).rawValue,
                bitsPerSecond: state.order.bitRate, ceiling: limits.ceiling, floor: limits.floor, stair: state.level.word,
                maxFps: state.order.mostFramesPerSecond, sizePercent: state.order.sizePercent, governingTarget: state.governing,
                isPoor: state.poor != nil)
        }
    }

    /// One round: looks at every line and at the encoder, and decides. `nil` until the canvas has its size.
    func follow(_ targets: [RateTarget], _ figures: PictureFigures.Snapshot, hasRecording: Bool, at now: MediaTime) -> Round? {
        let samples = Dictionary(uniqueKeysWithValues: targets.map { ($0.id, $0.sample) })
        return state.withLock { state in
            // An encoder that was given nothing yet is not one that gives nothing.
            guard let limits = state.governor?.limits, figures.encoded > 0 else { return nil }
            var round = Round(order: state.order)
            round.changes += state.load.changes(pictures: figures.encoded, busy: figures.busy, at: now).map { .encoder($0) }
            state.rates.add(at: now, frames: figures.encoded, bytes: figures.bytes)
            seat(targets, &state)
            let steering = state.governor!.handle(samples, encodedBitRate: Int(state.rates.bitRate), at: now)
            let frames = state.load.mostFramesPerSecond
            if configuration.isAdaptive {
                // Before a line is there, nothing is known to be too much.
                round.order.bitRate = targets.isEmpty ? limits.ceiling : steering.bitRate
                round.order.mostFramesPerSecond = min(frames, targets.isEmpty ? frames : steering.mostFramesPerSecond ?? frames)
                follow(steering, targets, hasRecording: hasRecording, &state, &round)
            } else {
                (round.order.bitRate, round.order.mostFramesPerSecond) = (limits.ceiling, frames)
            }
            for event in steering.events { round.changes += changes(of: event, targets, &state) }
            finish(&round, &state)
            return round
        }
    }

    // MARK: Parts of a round

    private func seat(_ targets: [RateTarget], _ state: inout State) {
        let first = targets.first { $0.sample.isLive } ?? targets.first
        for target in targets {
            state.governor!.add(target.id, configuration.adaptsToAll || target.id == first?.id ? .important : .other)
        }
        let present = Set(targets.map(\.id))
        for id in state.governed.subtracting(present) { state.governor!.remove(id) }
        state.governed = present
    }

    /// The degradation levels: what touches every viewer goes to the encoder; where a recording runs too, the last two are for the slow
    /// targets alone, since no recording shall show a stand-in for want of a line.
    private func follow(
        _ steering: RateDecision, _ targets: [RateTarget], hasRecording: Bool, _ state: inout State, _ round: inout Round
    ) {
        if steering.encoder == .silent, steering.repeatsBitRate { round.order.opening += 1 }
        (state.level, state.governing) = (steering.level, steering.governing)
        var isSoundAlone = false
        (round.order.sizePercent, round.order.isStill) = (100, false)
        switch steering.level {
        case .full, .lessFrames: break
        case .lowerSize(let percent): round.order.sizePercent = percent
        case .poorPicture:
            round.order.sizePercent = state.order.sizePercent
            (round.order.isStill, isSoundAlone) = (!hasRecording, hasRecording)
        case .soundAlone:
            round.order.sizePercent = state.order.sizePercent
            (round.order.isStill, isSoundAlone) = (!hasRecording, true)
        }
        for target in targets {
            let isAlone = isSoundAlone && !steering.keyframesOnly.contains(target.id) && state.governor!.isImportant(target.id)
            round.selections[target.id] = steering.keyframesOnly.contains(target.id) ? .keyframes : isAlone ? .sound : .everything
        }
    }

    private func changes(of event: LinkEvent, _ targets: [RateTarget], _ state: inout State) -> [BroadcastEvent] {
        func subject(_ id: Int?) -> RateTarget? { targets.first { $0.id == id } }
        switch event {
        case .poor(let id, let bitRate):
            state.poor = subject(id)
            return state.poor.map { [.target($0.subject, .networkPoor(queued: $0.sample.waiting, bitsPerSecond: bitRate))] } ?? []
        case .recovered(let bitRate):
            let subject = state.poor?.subject
            state.poor = nil
            return subject.map { [.target($0, .networkRecovered(bitsPerSecond: bitRate))] } ?? []
        case .level(let old, let new):
            guard configuration.isAdaptive else { return [] }
            return [.encoder(new.isBelow(old) ? .loadShed(step(of: new, state), .network) : .loadRestored(step(of: new, state)))]
        case .keyframesOnly(let id):
            return configuration.isAdaptive ? subject(id).map { [.target($0.subject, .keyframesOnly)] } ?? [] : []
        case .allFrames(let id):
            return configuration.isAdaptive ? subject(id).map { [.target($0.subject, .allFrames)] } ?? [] : []
        case .encoder(_, let bitRate, let encoded):
            return configuration.isAdaptive ? [.encoder(.notFollowing(told: bitRate, encoded: encoded))] : []
        }
    }

    private func step(of level: DegradationLevel, _ state: State) -> EncoderEvent.Step {
        switch level {
        case .full: .frameRate(configuration.framesPerSecond)
        case .lessFrames(let frames): .frameRate(frames)
        case .lowerSize(let percent): .size((state.size ?? SessionConfiguration.largestAutomaticCanvas).reduced(toPercent: percent))
        case .poorPicture: .poorPicture
        case .soundAlone: .soundAlone
        }
    }

    /// Notes what is new against the round before, and tells what is worth telling.
    private func finish(_ round: inout Round, _ state: inout State) {
        state.order = round.order
        let whole = round.order.bitRate + soundBitRate
        if abs(whole - state.expected) * 10 > state.expected { (state.expected, round.expectation) = (whole, whole) }
        if abs(round.order.bitRate - state.reported) * 10 > state.reported {
            round.changes.append(.encoder(.bitRate(from: state.reported, to: round.order.bitRate)))
            state.reported = round.order.bitRate
        }
    }
}
