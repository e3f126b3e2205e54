import Platform

/// Whether what a source delivers comes in time to be heard at all. A value type, counted in quanta of the mixer.
///
/// A device may hand out blocks of seconds, or hold what it captures back for as long: all of its audio comes, and when it comes, its
/// time to be played is long over. Of a source that pauses less comes than its time; of one that was just opened nothing was heard yet.
struct SourceArrival {
    /// For so long it is watched before it is judged: five blocks of two seconds, which are PulseAudio's longest. What comes in blocks that
    /// can be played is heard in a quarter of it, even where the source has just been opened.
    private static let quantaToJudge = 1000
    private static let spanSampleFrames = quantaToJudge * AudioFormat.quantumSampleFrames

    private var quanta = 0
    private var heard = 0
    private var sampleFrames = 0
    private var oldest = Duration.zero
    /// How old its audio is when it comes, at most, where hardly any of it can be heard; zero while it can, or none comes.
    private(set) var tooLateBy = Duration.zero

    /// Notes one quantum.
    ///
    /// - Parameters:
    ///   - added: sample frames that came for it, those included that found no room.
    ///   - age: of the oldest of them.
    ///   - isHeard: the quantum was played.
    mutating func note(added: Int, age: Duration, isHeard: Bool) {
        // It begins with the first audio.
        guard quanta > 0 || added > 0 else { return tooLateBy = .zero }
        quanta += 1
        heard += isHeard ? 1 : 0
        sampleFrames += added
        if added > 0 { oldest = max(oldest, age) }
        guard quanta == Self.quantaToJudge else { return }
        // Less than all: of what comes block by block the last may come just after the end.
        let isUnheard = heard < quanta / 4 && sampleFrames > Self.spanSampleFrames * 3 / 5
        // Of the first time: it is told to people, once.
        tooLateBy = isUnheard ? max(tooLateBy > .zero ? tooLateBy : oldest, .milliseconds(1)) : .zero
        (quanta, heard, sampleFrames, oldest) = (0, 0, 0, .zero)
    }
}
