import Glibc

/// How loud the mix is, by EBU R 128.
public struct LoudnessReading: Hashable, Sendable {
    /// Over 0.4 s, over 3 s, and over all that was not a pause, in LUFS; `nil` while there is too little audio or none.
    public let momentary: Double?
    public let shortTerm: Double?
    public let integrated: Double?
    /// How much audio `integrated` is made of; pauses do not count.
    public let measured: Duration
    /// It was one to warn of before: the warning stays until the mix is well within what is tolerated.
    var wasWarned = false

    /// What streams are levelled to, in LUFS.
    public static let wanted = -16.0 ... -14.0
    /// Beyond these a warning is due: listeners reach for the volume.
    static let tolerated = -20.0 ... -11.0
    /// Within these a warning ends; between the two, what was goes on, so that a mix at the edge does not have it come and go.
    static let settled = -19.0 ... -12.0
    /// How much audio a judgement needs.
    static let needed: Duration = .seconds(30)

    /// Whether a warning is due.
    var isToWarn: Bool {
        guard let integrated, measured >= Self.needed else { return false }
        return !(wasWarned ? Self.settled : Self.tolerated).contains(integrated)
    }

    /// What is wrong with it and by how much to change the gain; `nil` while nothing is, or that is not known.
    public var warning: String? {
        guard let integrated, isToWarn else { return nil }
        let (isQuiet, nearest) = integrated < Self.wanted.lowerBound ? (true, Self.wanted.lowerBound) : (false, Self.wanted.upperBound)
        let change = Int(clamping: abs(nearest - integrated).rounded())
        let found = (integrated * 10).rounded() / 10
        return "the mix is too \(isQuiet ? "quiet" : "loud"): \(found) LUFS where -16 to -14 is usual; "
            + "\(isQuiet ? "raise" : "lower") the gain by about \(change) dB"
    }
}
