/// How much later than asked for a source plays, because its audio arrives later than the mixer's delay.
///
/// A machine that stands still for a moment makes audio late once; without a way back a source would be behind the picture
/// for the rest of the broadcast. So what was not needed for a while is given up. A value type, counted in quanta of the mixer.
struct SourceLateness {
    /// Quanta of audio arriving too late, after which it is played later rather than never: in a row, or with others between them that
    /// came in time, but never for a second.
    private static let quantaToYield = 10
    private static let quantaToForget = 100
    private static let quantum = Double(AudioFormat.quantumSampleFrames)
    private static let largest = 2.0 * Double(AudioFormat.sampleRateHertz)
    /// For so many quanta less would have been enough before less is tried: 20 s, and twice that each time it was too little, up to an hour.
    private static let firstPatience = 2000
    private static let largestPatience = 360_000
    /// What is kept for the unevenness of arrivals.
    private static let reserve = 1.5 * quantum
    /// Less than 80 ms is not seen beside a picture, and not worth a jump in the sound.
    private static let leastGain = 8 * quantum

    /// Sample frames of the source; 0 while it is in time.
    private(set) var sampleFrames = 0.0
    private var shortQuanta = 0
    private var quantaInTime = 0
    private var largestShortage = 0.0
    private var patience = firstPatience
    private var wasReduced = false
    private var quanta = 0
    private var leastSpare = Double.infinity

    /// Audio is flowing, but `shortage` sample frames too late for a quantum: after a while it is played that much later.
    mutating func miss(shortage: Double) {
        guard shortage > 0 else { return }
        largestShortage = shortQuanta == 0 ? shortage : max(largestShortage, shortage)
        shortQuanta += 1
        quantaInTime = 0
        guard shortQuanta >= Self.quantaToYield else { return }
        sampleFrames = min(sampleFrames + largestShortage + Self.quantum / 2, Self.largest)
        shortQuanta = 0
        if wasReduced { patience = min(2 * patience, Self.largestPatience) }
        (wasReduced, quanta, leastSpare) = (false, 0, .infinity)
    }

    /// Nothing is flowing, so nothing is late.
    mutating func endShortage() { shortQuanta = 0 }

    /// A quantum was played in time, and `spare` sample frames after it were already there.
    mutating func play(spare: Double) {
        quantaInTime += 1
        if quantaInTime >= Self.quantaToForget { shortQuanta = 0 }
        guard sampleFrames > 0 else { return }
        quanta += 1
        leastSpare = min(leastSpare, spare)
        guard quanta >= patience else { return }
        if leastSpare - Self.reserve >= Self.leastGain, sampleFrames >= Self.leastGain {
            sampleFrames = max(0, sampleFrames - (leastSpare - Self.reserve))
            wasReduced = true
        }
        (quanta, leastSpare) = (0, .infinity)
    }
}
