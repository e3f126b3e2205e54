import Delivery
import Events
import Frames
import Platform
import RateControl
import Synchronization

/// Makes the picture's encoder follow the links of the targets, the machine and the user's latest word.
///
/// `handle` belongs to the session's thread, ten times a second; the rest to any thread but real-time ones.
final class RateCoordinator: Sendable {
    private let audioBitRate: Int
    private let state: Mutex<State>

    private struct State: Sendable {
        var configuration: SessionConfiguration
        var choice: QualityChoice
        /// `nil` until the canvas has its size, as the controller, which keeps the limits for that size.
        var size: PixelSize?
        var controller: RateController?
        var effort: EffortWatch
        var load: LoadShedding
        var rates = Rates()
        /// The targets whose links are followed.
        var followed: Set<Int> = []
        var encoderTarget: EncoderTarget
        /// What the encoder was told last; `nil` before the first time.
        var told: EncoderTarget?
        /// What the targets' connections were told last, in bits a second.
        var expected = 0
        /// Of the last event about it.
        var reported = 0
        /// Whose link was called poor last.
        var poor: RateTarget?
        var level = DegradationLevel.full
        var deciding: Int?
    }

    /// What is seen ten times a second.
    struct Sample: Sendable {
        /// Those whose links are followed, the first named first.
        var targets: [RateTarget]
        var figures: PictureFigures.Snapshot
        var hasRecording: Bool
        /// A clip goes out, and not what the encoder makes.
        var sendsClip = false
    }

    /// What a round has decided.
    private struct Round {
        var encoderTarget: EncoderTarget
        var selections: [Int: StreamSelection] = [:]
        var events: [BroadcastEvent] = []
    }

    /// - Parameter audioBitRate: of the audio that targets get, in bits a second; 0 without.
    init(_ configuration: SessionConfiguration, audioBitRate: Int) {
        self.audioBitRate = audioBitRate
        let frames = configuration.framesPerSecond
        state = Mutex(
            State(
                configuration: configuration, choice: configuration.quality, effort: EffortWatch(configuration.efforts, framesPerSecond: frames),
                load: LoadShedding(framesPerSecond: frames, mayLowerSize: configuration.mayLowerSize),
                encoderTarget: EncoderTarget(bitRate: 0, mostFramesPerSecond: frames)))
    }

    /// The canvas has its size.
    ///
    /// - Parameter hasLinks: whether there are targets whose links can be followed; else the stream begins at the ceiling.
    /// - Returns: the bit rate to begin with, in bits a second.
    /// - Throws: `.badSetting` where the limits exclude each other at that size.
    func open(_ size: PixelSize, hasLinks: Bool) throws(DeliveryError) -> Int {
        let choice = state.withLock { $0.choice }
        let limits = try choice.limits(for: size)
        return state.withLock { state in
            state.size = size
            state.controller = RateController(
                limits: limits, soundBitRate: audioBitRate, framesPerSecond: state.configuration.framesPerSecond,
                mayLowerSize: state.configuration.mayLowerSize)
            state.encoderTarget.bitRate = state.configuration.isAdaptive && hasLinks ? limits.initial : limits.ceiling
            state.reported = state.encoderTarget.bitRate
            return state.encoderTarget.bitRate
        }
    }

    /// What the encoding is from now on.
    ///
    /// - Parameters:
    ///   - size: what it is encoded in; `nil` before it is known.
    ///   - quality: its bit rates; `nil` for those that the user gave last.
    /// - Throws: `.badSetting` where the limits exclude each other at that size; nothing has changed then.
    func change(_ configuration: SessionConfiguration, size: PixelSize?, quality: QualityChoice?) throws(DeliveryError) {
        try state.withLock { (state) throws(DeliveryError) in
            let choice = quality ?? state.choice
            let limits = try choice.limits(for: size ?? SessionConfiguration.largestAutomaticCanvas)
            let (old, frames) = (state.configuration, configuration.framesPerSecond)
            (state.configuration, state.choice, state.size) = (configuration, choice, size ?? state.size)
            state.controller?.setLimits(limits)
            guard (old.framesPerSecond, old.preset) != (frames, configuration.preset) else { return }
            state.effort = EffortWatch(configuration.efforts, framesPerSecond: frames)
            state.load = LoadShedding(framesPerSecond: frames, mayLowerSize: configuration.mayLowerSize)
            state.controller?.setFrameRate(frames)
        }
    }

    /// The user's latest word; takes effect with the next round.
    ///
    /// - Throws: `.badSetting` naming what is wrong; nothing has changed then.
    func steer(_ request: RateRequest) throws(DeliveryError) {
        try state.withLock { (state) throws(DeliveryError) in
            let size = state.size ?? SessionConfiguration.largestAutomaticCanvas
            let choice = state.choice.changed(by: request, floor: try state.choice.limits(for: size).floor)
            let limits = try choice.limits(for: size)
            state.choice = choice
            state.controller?.setLimits(limits)
        }
    }

    /// What picture and audio come to now, in bits a second; the audio alone until the canvas has its size.
    var bitsPerSecond: Int { state.withLock { $0.encoderTarget.bitRate } + audioBitRate }

    var status: SessionStatus.Rate? {
        state.withLock { state in
            guard let limits = state.controller?.limits else { return nil }
            return SessionStatus.Rate(
                isAdaptive: state.configuration.isAdaptive,
                quality: (state.choice.table ?? (state.choice.ceiling == nil ? .desktop : .custom)).rawValue,
                bitsPerSecond: state.encoderTarget.bitRate, ceiling: limits.ceiling, floor: limits.floor, stair: state.level.word,
                maxFps: state.encoderTarget.mostFramesPerSecond, sizePercent: state.encoderTarget.sizePercent, governingTarget: state.deciding,
                isPoor: state.poor != nil, preset: state.effort.most, effort: state.effort.current)
        }
    }

    /// One round: looks at every link and at the encoder, and decides. Nothing until there is a picture.
    func handle(_ sample: Sample, at now: MediaTime) -> [SessionAction] {
        state.withLock { state in
            // An encoder that was given nothing yet is not one that gives nothing.
            guard let limits = state.controller?.limits, sample.figures.encoded > 0 else { return [] }
            var round = Round(encoderTarget: state.encoderTarget)
            keepUp(sample.figures, &state, &round, at: now)
            state.rates.add(at: now, frames: sample.figures.encoded, bytes: sample.figures.bytes)
            follow(sample.targets, &state)
            let links = Dictionary(uniqueKeysWithValues: sample.targets.map { ($0.id, $0.sample) })
            // Before a link is there, nothing is known to be too much.
            let isAlone = sample.targets.isEmpty
            let decision = state.controller!.handle(
                links, encodedBitRate: Int(state.rates.bitRate), isOfEncoder: !sample.sendsClip && !isAlone, at: now)
            let frames = state.load.mostFramesPerSecond
            if state.configuration.isAdaptive {
                round.encoderTarget.bitRate = isAlone ? limits.ceiling : decision.bitRate
                round.encoderTarget.mostFramesPerSecond = min(frames, isAlone ? frames : decision.mostFramesPerSecond ?? frames)
                apply(decision, sample, &state, &round)
            } else {
                (round.encoderTarget.bitRate, round.encoderTarget.mostFramesPerSecond) = (limits.ceiling, frames)
                round.encoderTarget.sizePercent = 100
            }
            round.encoderTarget.sizePercent = min(round.encoderTarget.sizePercent, state.load.sizePercent)
            for event in decision.events { round.events += events(of: event, sample.targets, &state) }
            return finish(round, &state)
        }
    }

    // MARK: Parts of a round

    /// Less effort first, then fewer frames, then a smaller picture.
    private func keepUp(_ figures: PictureFigures.Snapshot, _ state: inout State, _ round: inout Round, at now: MediaTime) {
        let (pictures, busy) = (figures.encoded, figures.busy)
        if state.effort.handle(pictures: pictures, busy: busy, mayRise: state.load.isWhole, at: now) { state.load.forget() }
        var events = state.effort.takeEvent(at: now).map { [$0] } ?? []
        if state.effort.isLeast || !state.load.isIdle {
            let canvas = state.size ?? SessionConfiguration.largestAutomaticCanvas
            events += state.load.changes(pictures: pictures, busy: busy, canvas: canvas, at: now)
        }
        round.encoderTarget.effort = state.effort.current
        round.events += events.map { .encoder($0) }
    }

    private func follow(_ targets: [RateTarget], _ state: inout State) {
        let first = targets.first { $0.sample.isLive } ?? targets.first
        for target in targets {
            state.controller!.add(target.id, state.configuration.adaptsToAll || target.id == first?.id ? .important : .other)
        }
        let present = Set(targets.map(\.id))
        for id in state.followed.subtracting(present) { state.controller!.remove(id) }
        state.followed = present
    }

    /// The degradation levels: what touches every viewer goes to the encoder; where a recording runs too, the last two are for
    /// the slow targets alone, since no recording shall show a stand-in for want of a link.
    private func apply(_ decision: RateDecision, _ sample: Sample, _ state: inout State, _ round: inout Round) {
        if decision.encoder == .silent, decision.repeatsBitRate { round.encoderTarget.opening += 1 }
        (state.level, state.deciding) = (decision.level, decision.governing)
        var isAudioAlone = false
        (round.encoderTarget.sizePercent, round.encoderTarget.isStill) = (100, false)
        switch decision.level {
        case .full, .lessFrames: break
        case .lowerSize(let percent): round.encoderTarget.sizePercent = percent
        case .poorPicture:
            round.encoderTarget.sizePercent = state.encoderTarget.sizePercent
            (round.encoderTarget.isStill, isAudioAlone) = (!sample.hasRecording, sample.hasRecording)
        case .soundAlone:
            round.encoderTarget.sizePercent = state.encoderTarget.sizePercent
            (round.encoderTarget.isStill, isAudioAlone) = (!sample.hasRecording, true)
        }
        for target in sample.targets {
            let isAlone = isAudioAlone && !decision.keyframesOnly.contains(target.id) && state.controller!.isImportant(target.id)
            round.selections[target.id] = decision.keyframesOnly.contains(target.id) ? .keyframes : isAlone ? .sound : .everything
        }
    }

    private func events(of event: LinkEvent, _ targets: [RateTarget], _ state: inout State) -> [BroadcastEvent] {
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
            guard state.configuration.isAdaptive else { return [] }
            return [.encoder(new.isBelow(old) ? .loadShed(step(of: new, state), .network) : .loadRestored(step(of: new, state)))]
        case .keyframesOnly(let id):
            return state.configuration.isAdaptive ? subject(id).map { [.target($0.subject, .keyframesOnly)] } ?? [] : []
        case .allFrames(let id):
            return state.configuration.isAdaptive ? subject(id).map { [.target($0.subject, .allFrames)] } ?? [] : []
        case .encoder(_, let bitRate, let encoded):
            return state.configuration.isAdaptive ? [.encoder(.notFollowing(told: bitRate, encoded: encoded))] : []
        }
    }

    private func step(of level: DegradationLevel, _ state: State) -> EncoderEvent.Step {
        switch level {
        case .full: .frameRate(state.configuration.framesPerSecond)
        case .lessFrames(let frames): .frameRate(frames)
        case .lowerSize(let percent): .size((state.size ?? SessionConfiguration.largestAutomaticCanvas).reduced(toPercent: percent))
        case .poorPicture: .poorPicture
        case .soundAlone: .audioAlone
        }
    }

    /// Keeps what is new against the round before, and returns what it comes to.
    private func finish(_ round: Round, _ state: inout State) -> [SessionAction] {
        // For every connection, in bits a second; `nil` when it is what they know.
        var (events, expectation): ([BroadcastEvent], Int?) = (round.events, nil)
        let bitRate = round.encoderTarget.bitRate
        state.encoderTarget = round.encoderTarget
        let whole = bitRate + audioBitRate
        if abs(whole - state.expected) * 10 > state.expected { (state.expected, expectation) = (whole, whole) }
        if abs(bitRate - state.reported) * 10 > state.reported {
            events.append(.encoder(.bitRate(from: state.reported, to: bitRate)))
            state.reported = bitRate
        }
        var actions: [SessionAction] = []
        if round.encoderTarget != state.told { actions.append(.encode(round.encoderTarget)) }
        state.told = round.encoderTarget
        if !round.selections.isEmpty || expectation != nil { actions.append(.set(round.selections, bitsPerSecond: expectation)) }
        return actions + events.map { .note($0) }
    }
}
