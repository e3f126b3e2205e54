/// Opens and closes what is played, without a click. Counts sample frames; has no clock.
struct PlaybackGate {
    /// Silence first: time for those who record the sink to notice who plays, so that no audio is recorded again.
    static let silentSampleFrames = AudioFormat.sampleRateHertz / 2
    /// Length of the fades: 10 ms.
    static let fade = AudioFormat.quantumSampleFrames

    private var played = 0
    /// 1 is open, 0 is silent.
    private var openness: Float = 0

    /// Nothing is heard, and nothing will be while `isEnding` stays.
    var isSilent: Bool { openness == 0 }

    /// Weighs one quantum of interleaved stereo.
    mutating func apply(to samples: UnsafeMutablePointer<Float>, isEnding: Bool) {
        let target: Float = isEnding || played < Self.silentSampleFrames ? 0 : 1
        played = min(played + AudioFormat.quantumSampleFrames, Self.silentSampleFrames)
        if openness == 1, target == 1 { return }
        if openness == 0, target == 0 { return samples.update(repeating: 0, count: AudioFormat.quantumFloats) }
        let step = (target - openness) / Float(Self.fade)
        for index in 0..<AudioFormat.quantumSampleFrames {
            let weight = Fade.smooth(openness + step * Float(index + 1))
            samples[2 * index] *= weight
            samples[2 * index + 1] *= weight
        }
        openness = target
    }
}
