import Platform
import Session

/// `--on-loss hold=3s,slate=10m,audio=1h,stop`.
enum LossLadderOption {
    private static let form = "give hold, slate, audio and stop in this order, each but the last with a time, such as hold=3s,slate=10m,audio=1h,stop"
    private static let longest = Duration.seconds(86_400)

    /// - Returns: how long the last picture stays, `nil` where that is not said; and what comes then, `nil` for nothing.
    static func parse(_ option: String, _ text: String) throws(CommandFailure) -> (hold: Duration?, ladder: LossLadder?) {
        var words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var hold: Duration?
        if let first = words.first, first == "hold" || first.hasPrefix("hold=") {
            words.removeFirst()
            guard let time = try time(option, first) else {
                guard words.isEmpty else { throw OptionText.wrong(option, text, form) }
                return (nil, nil)
            }
            hold = time
        }
        var rungs: [LossLadder.Rung] = []
        for word in words {
            guard let kind = LossLadder.Kind(rawValue: String(word.prefix { $0 != "=" })) else { throw OptionText.wrong(option, text, form) }
            rungs.append(LossLadder.Rung(kind, for: try time(option, word)))
        }
        if let last = rungs.last, last.kind != .stop, last.time != nil {
            throw OptionText.wrong(option, text, "what comes last lasts for ever: leave out its time, or say what comes then, such as stop")
        }
        guard let ladder = LossLadder(rungs) else { throw OptionText.wrong(option, text, form) }
        return (hold, ladder)
    }

    private static func time(_ option: String, _ word: String) throws(CommandFailure) -> Duration? {
        guard let equals = word.firstIndex(of: "=") else { return nil }
        return try OptionText.duration(option, String(word[word.index(after: equals)...]), .zero...longest)
    }
}
