import AppGroup
import Synchronization

/// One source as the mixer sees it: its gain, its mute, its level. Made by `Mixer.add`; any thread may use it.
public final class MixerSource: @unchecked Sendable {
    // @unchecked: what is under "the mixer's thread" belongs to it; all else is constant or atomic.
    public let source: any SoundSource
    public var name: String { source.name }
    private let gainBits: Atomic<UInt32>
    private let muted: Atomic<Bool>
    private let meter = LevelMeter()

    // --- the mixer's thread ---
    private let samples: UnsafeMutablePointer<Float>
    private var currentGain: Float
    /// 1 is open, 0 is silent; moves by 1/240 a sample frame, which is 5 ms from end to end.
    private var openness: Float = 0
    private static let opennessStep: Float = 1 / 240

    init(_ source: any SoundSource, gain: Float, isMuted: Bool) {
        self.source = source
        gainBits = Atomic(Self.sane(gain).bitPattern)
        muted = Atomic(isMuted)
        currentGain = Self.sane(gain)
        samples = .allocate(capacity: SoundFormat.quantumFloats)
        samples.initialize(repeating: 0, count: SoundFormat.quantumFloats)
    }

    deinit { samples.deallocate() }

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

    /// After gain and mute.
    public var level: SoundLevel { meter.level }

    /// The mixer's thread only: pulls one quantum and adds it to `sum`. False once a leaving source has faded out.
    func mix(_ time: MediaTime, isCatchingUp: Bool, isLeaving: Bool, into sum: UnsafeMutablePointer<Float>) -> Bool {
        source.pull(time, isCatchingUp: isCatchingUp, into: samples)
        applyGain(isOpen: !isMuted && !isLeaving)
        meter.measure(samples)
        for index in 0..<SoundFormat.quantumFloats { sum[index] += samples[index] }
        return !(isLeaving && openness == 0)
    }

    private func applyGain(isOpen: Bool) {
        let wanted = gain
        let target: Float = isOpen ? 1 : 0
        if currentGain == wanted, openness == target {
            let factor = wanted * target
            if factor != 1 { for index in 0..<SoundFormat.quantumFloats { samples[index] *= factor } }
            return
        }
        let gainStep = (wanted - currentGain) / Float(SoundFormat.quantumSampleFrames)
        for index in 0..<SoundFormat.quantumSampleFrames {
            currentGain += gainStep
            openness = isOpen ? min(1, openness + Self.opennessStep) : max(0, openness - Self.opennessStep)
            let factor = currentGain * Fade.smooth(openness)
            samples[2 * index] *= factor
            samples[2 * index + 1] *= factor
        }
        currentGain = wanted
    }

    private static func sane(_ gain: Float) -> Float { gain.isFinite ? min(max(gain, 0), 16) : 1 }
}
