import Platform
import Synchronization

/// One source as the mixer sees it: its gain, its mute, its level. Made by `Mixer.add`; any thread may use it.
///
/// On its way it goes through: insert → channel map and gain → level → mute → tap → offset → ducking → sum. What is said into a
/// muted microphone is not heard afterwards either, whatever its offset.
public final class MixerSource: @unchecked Sendable {
    // @unchecked: what is under "the mixer's thread" belongs to it; all else is constant or atomic.
    public let source: any AudioSource
    public var name: String { source.name }
    let role: SourceSettings.Role
    public let isEchoReference: Bool
    private let insert: (any AudioInsert)?
    private let tap: (any AudioTap)?
    /// Stays when the source leaves.
    let track: RecordedTrack?
    private let gainBits: Atomic<UInt32>
    private let muted: Atomic<Bool>
    private let map: Atomic<UInt8>
    private let offset: Atomic<Int>
    private let meter = LevelMeter()

    // --- the mixer's thread ---
    let samples: UnsafeMutablePointer<Float>
    private var matrix: ChannelMatrix
    private var openness: Openness
    /// While everything is muted, nothing gets into the offset's line.
    private var entrance = Openness(value: 1)
    /// Fades in when it comes and out when it goes.
    private var presence = Openness(value: 0)
    private let line: OffsetLine
    private var isHeard = false
    /// One that comes in the middle of a quantum begins with the next one: it would have faded in before it is heard.
    private(set) var isPulled = false
    /// Of an echo reference: the quantum after `samples`, since the insert that needs it is a quantum ahead of the mix.
    private let ahead: UnsafeMutablePointer<Float>?

    init(_ source: any AudioSource, _ settings: SourceSettings) throws(AudioError) {
        line = try OffsetLine(source.name)
        self.source = source
        (role, isEchoReference, insert, tap) = (settings.role, settings.isEchoReference, settings.insert, settings.tap)
        track = settings.recorder.map { RecordedTrack($0) }
        gainBits = Atomic(Self.sane(settings.gain).bitPattern)
        muted = Atomic(settings.isMuted)
        map = Atomic(settings.channels.rawValue)
        offset = Atomic(settings.offset.sampleFrames)
        openness = Openness(value: settings.isMuted ? 0 : 1)
        matrix = settings.channels.matrix * Self.sane(settings.gain)
        samples = .allocate(capacity: AudioFormat.quantumFloats)
        samples.initialize(repeating: 0, count: AudioFormat.quantumFloats)
        ahead = settings.isEchoReference ? .allocate(capacity: AudioFormat.quantumFloats) : nil
        ahead?.initialize(repeating: 0, count: AudioFormat.quantumFloats)
    }

    deinit {
        samples.deallocate()
        ahead?.deallocate()
    }

    /// Linear gain, 1 being unchanged; kept within 0...16. A change is spread over one quantum.
    public var gain: Float {
        get { Float(bitPattern: gainBits.load(ordering: .relaxed)) }
        set { gainBits.store(Self.sane(newValue).bitPattern, ordering: .relaxed) }
    }

    /// Muted sources run on unheard; the change is a ramp of 5 ms.
    public var isMuted: Bool {
        get { muted.load(ordering: .relaxed) }
        set { muted.store(newValue, ordering: .relaxed) }
    }

    /// A change is spread over one quantum.
    public var channels: ChannelMap {
        get { ChannelMap(rawValue: map.load(ordering: .relaxed)) ?? .stereo }
        set { map.store(newValue.rawValue, ordering: .relaxed) }
    }

    /// Heard from the next quantum on, under a cross-fade of 5 ms; an offset below 0 beyond the mixer's lead first makes that longer.
    public func setOffset(_ wanted: AudioOffset) { offset.store(wanted.sampleFrames, ordering: .relaxed) }

    var offsetSampleFrames: Int { offset.load(ordering: .relaxed) }

    /// After gain, before mute: a muted source still shows that there is something to be heard.
    public var level: AudioLevel { meter.level }

    // MARK: The mixer's thread, in this order for every quantum

    func pull(_ time: MediaTime, isCatchingUp: Bool) {
        isPulled = true
        guard let ahead else { return source.pull(time + (insert?.delay ?? .zero), isCatchingUp: isCatchingUp, into: samples) }
        samples.update(from: ahead, count: AudioFormat.quantumFloats)
        source.pull(time + AudioFormat.quantum, isCatchingUp: isCatchingUp, into: ahead)
    }

    /// What the speakers played while sources with an insert heard what they are about to treat.
    var reference: UnsafePointer<Float>? { ahead.map { UnsafePointer($0) } }

    func treat(reference: UnsafePointer<Float>?) { insert?.process(samples, reference: reference) }

    /// Gain, map, level, mute, tap; then into the line, if it is used.
    ///
    /// - Parameters:
    ///   - isAllMuted: whether the whole mix is muted.
    ///   - isHeld: the quantum is kept for later; else `release` follows.
    func shape(_ time: MediaTime, isAllMuted: Bool, isHeld: Bool) {
        let wanted = channels.matrix * gain
        matrix.apply(movingTo: wanted, to: samples)
        matrix = wanted
        meter.measure(samples)
        isHeard = openness.apply(isOpen: !isMuted, to: samples)
        if !isHeard, tap != nil || isHeld || line.isRunning || offsetSampleFrames != 0 {
            samples.update(repeating: 0, count: AudioFormat.quantumFloats)
        }
        tap?.play(samples, at: time)
        guard isHeld || line.isRunning || offsetSampleFrames != 0 else {
            entrance = Openness(value: isAllMuted ? 0 : 1)
            return
        }
        if !entrance.apply(isOpen: !isAllMuted, to: samples) { samples.update(repeating: 0, count: AudioFormat.quantumFloats) }
        line.write(samples, isHeld: isHeld)
    }

    /// What is heard now: of the line, if it is used.
    ///
    /// - Parameter lead: how much later than captured the mix is, in sample frames.
    func release(lead: Int, isLeaving: Bool) {
        if line.isRunning {
            line.read(delay: lead + offsetSampleFrames, into: samples)
            isHeard = true
        }
        isHeard = presence.apply(isOpen: !isLeaving, to: samples) && isHeard
    }

    /// Hands what is heard of it to its recorder; the mix, which is muted as a whole or not, bears the same times.
    func record(_ time: MediaTime, isAllMuted: Bool) {
        track?.record(isHeard ? UnsafePointer(samples) : nil, at: time, isAllMuted: isAllMuted)
    }

    /// Mean square of what is heard of it, both channels taken together.
    var power: Float {
        guard isHeard else { return 0 }
        var sum: Float = 0
        for index in 0..<AudioFormat.quantumFloats { sum += samples[index] * samples[index] }
        return sum / Float(AudioFormat.quantumFloats)
    }

    /// Adds it to `sum`. False once a leaving source has faded out.
    func add(ducking: (start: Float, end: Float), isLeaving: Bool, into sum: UnsafeMutablePointer<Float>) -> Bool {
        guard isHeard else { return !isLeaving }
        if role == .background, ducking != (1, 1) {
            let step = (ducking.end - ducking.start) / Float(AudioFormat.quantumSampleFrames)
            for index in 0..<AudioFormat.quantumSampleFrames {
                let factor = ducking.start + step * Float(index + 1)
                sum[2 * index] += samples[2 * index] * factor
                sum[2 * index + 1] += samples[2 * index + 1] * factor
            }
        } else {
            for index in 0..<AudioFormat.quantumFloats { sum[index] += samples[index] }
        }
        return !(isLeaving && presence.isShut)
    }

    private static func sane(_ gain: Float) -> Float { gain.isFinite ? min(max(gain, 0), 16) : 1 }
}
