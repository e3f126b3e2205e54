/// What is done to a microphone's audio: any of echo cancellation, noise suppression, gain control,
/// a high-pass, a gate, an equalizer and a compressor.
public struct VoiceProcessing: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Takes what the desktop plays out of the microphone.
    public static let echo = VoiceProcessing(rawValue: 1)
    /// Lowers steady noise by about 15 dB.
    public static let noise = VoiceProcessing(rawValue: 2)
    /// Brings speech to about −20 dBFS.
    public static let gain = VoiceProcessing(rawValue: 4)
    /// Takes out rumble below 100 Hz.
    public static let highPass = VoiceProcessing(rawValue: 8)
    /// Lowers what is below −45 dBFS.
    public static let gate = VoiceProcessing(rawValue: 16)
    /// Less hollow, and clearer consonants.
    public static let equalizer = VoiceProcessing(rawValue: 32)
    /// Brings loud and soft closer together.
    public static let compressor = VoiceProcessing(rawValue: 64)

    /// What libavfilter does; it stands behind the rest.
    static let filters: VoiceProcessing = [.gate, .equalizer, .compressor]

    private static let named: [(word: String, part: VoiceProcessing)] =
        [
            ("echo", .echo), ("noise", .noise), ("gain", .gain), ("high-pass", .highPass), ("gate", .gate), ("equalizer", .equalizer),
            ("compressor", .compressor),
        ]

    /// The parts by their names on the command line, in fixed order; empty when all is off.
    public var words: [String] { Self.named.filter { contains($0.part) }.map(\.word) }

    /// Reads "off", or words with commas between them such as "echo,noise".
    ///
    /// - Throws: `badSetting`, naming the word that is wrong and those that are right.
    public init(parsing text: String) throws(AudioError) {
        self = []
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        if words == ["off"] { return }
        for word in words {
            guard let found = Self.named.first(where: { $0.word == word }) else {
                let wrong = word == "off" ? "'off' cannot be combined" : "there is no microphone processing '\(word)'"
                throw AudioError(
                    .badSetting,
                    "\(wrong); give off, or any of echo, noise, gain, high-pass, gate, equalizer and compressor with commas between them")
            }
            insert(found.part)
        }
    }
}
