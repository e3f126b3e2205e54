import Events
import Platform

/// From where on events are shown: a number, or a time ago.
struct EventStart {
    /// Events up to this number are not asked for.
    var sequence = 0
    private var earliest = MediaTime.zero

    /// - Parameter text: as the user gave it: `41`, `90s`, `5m`; `nil` for everything that is kept.
    init(_ text: String?) throws(CommandFailure) {
        guard let text else { return }
        if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
            guard let number = Int(text) else { throw Self.wrong(text) }
            sequence = number
            return
        }
        guard text.last?.isLetter == true else { throw Self.wrong(text) }
        earliest = .now() - (try OptionText.duration("--since", text, .zero ... .seconds(3600), "or the number of an event, such as 41"))
    }

    func includes(_ event: SessionEvent) -> Bool { event.sequence > sequence && event.monotonicTime >= earliest }

    private static func wrong(_ text: String) -> CommandFailure {
        OptionText.wrong("--since", text, "give the number of an event, such as 41, or a time, such as 90s or 5m")
    }
}
