import Platform

/// Whether someone speaks into a microphone that is muted, from its level before the mute. A value; one microphone.
///
/// Speech is what is above −40 dBFS and well above the steady noise of the last seconds: a fan is not spoken into a microphone.
struct MutedSpeech: Sendable {
    static let leastDbfs = -40.0
    static let leastAboveNoise = 10.0
    /// So much of it is no cough.
    static let needed = Duration.seconds(1)
    /// It is not told more often.
    static let pause = Duration.seconds(60)
    /// In which speech has pauses, and steady noise has none.
    private static let noiseSpan = Duration.seconds(3)
    /// Of a reading that came late.
    private static let longestStep = Duration.milliseconds(300)

    private var readings: [(at: MediaTime, dbfs: Double)] = []
    private var spoken = Duration.zero
    private var toldAt: MediaTime?

    /// - Parameter dbfs: RMS of the last tenth of a second.
    /// - Returns: whether it is to be told now.
    mutating func hears(_ dbfs: Double, isMuted: Bool, at now: MediaTime) -> Bool {
        guard isMuted else {
            (readings, spoken) = ([], .zero)
            return false
        }
        let step = readings.last.map { min(now - $0.at, Self.longestStep) } ?? .zero
        readings.removeAll { now - $0.at > Self.noiseSpan }
        readings.append((now, dbfs))
        let noise = readings.map(\.dbfs).min() ?? dbfs
        let isSpeech = dbfs > Self.leastDbfs && dbfs > noise + Self.leastAboveNoise
        // Half as fast: words have pauses between them.
        spoken = isSpeech ? spoken + step : max(.zero, spoken - step / 2)
        guard spoken >= Self.needed, toldAt.map({ now - $0 >= Self.pause }) ?? true else { return false }
        (toldAt, spoken) = (now, .zero)
        return true
    }
}
