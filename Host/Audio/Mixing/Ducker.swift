import Glibc

/// Decides how far the background steps back under speech: within 150 ms when speech begins, and back within a second once
/// there was none for 0.7 s.
///
/// Speech is what is above −40 dBFS and well above the steady noise of the last two seconds: a fan is not spoken over.
struct Ducker {
    private static let attackQuanta: Float = 15
    private static let releaseQuanta: Float = 100
    private static let holdQuanta = 70
    private static let onsetDecibels: Float = -40
    private static let offsetDecibels: Float = -46
    private static let onsetAboveNoise: Float = 9
    private static let offsetAboveNoise: Float = 5
    /// A click is not speech.
    private static let onsetQuanta = 3
    /// How fast a new depth is gone to: 50 dB a second.
    private static let depthStep: Float = 0.5

    private var noise = NoiseFloor()
    private var smoothedPower: Float = 0
    private var loudQuanta = 0
    private var holdLeft = 0
    /// 0 is not lowered, 1 is all the way down.
    private var progress: Float = 0
    private var depth: Float = 0
    private var gain: Float = 1

    /// Processes the next quantum.
    ///
    /// - Parameters:
    ///   - speechPower: mean square of the speech in it, after processing and mute, full scale being 1.
    ///   - depthDecibels: by how much the background steps back at most; 0 is not at all.
    /// - Returns: the background's factor at the quantum's start and end; the start is the end before.
    mutating func step(speechPower: Float, depthDecibels: Float) -> (start: Float, end: Float) {
        let isSpeech = hears(speechPower.isFinite ? max(0, speechPower) : 0)
        progress = isSpeech ? min(1, progress + 1 / Self.attackQuanta) : max(0, progress - 1 / Self.releaseQuanta)
        depth += min(max(depthDecibels - depth, -Self.depthStep), Self.depthStep)
        let start = gain
        gain = progress == 0 || depth <= 0 ? 1 : pow(10, -depth * Fade.smooth(progress) / 20)
        return (start, gain)
    }

    private mutating func hears(_ power: Float) -> Bool {
        smoothedPower += 0.3 * (power - smoothedPower)
        let level = 10 * log10(max(smoothedPower, 1e-12))
        let floor = noise.follow(level)
        let now = 10 * log10(max(power, 1e-12))
        if now > Self.onsetDecibels, now > floor + Self.onsetAboveNoise {
            loudQuanta += 1
        } else {
            loudQuanta = 0
        }
        let goesOn = holdLeft > 0 && level > Self.offsetDecibels && level > floor + Self.offsetAboveNoise
        if loudQuanta >= Self.onsetQuanta || goesOn {
            holdLeft = Self.holdQuanta
        } else {
            holdLeft = max(0, holdLeft - 1)
        }
        return holdLeft > 0
    }
}
