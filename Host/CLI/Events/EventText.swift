import Control
import Events

/// An event as people read it: `21:54:47 warn  target.connectionLost    target 1 (…) lost: …`, and what to do in a line below.
enum EventText {
    private static let codeWidth = 24

    static func of(_ event: SessionEvent) -> String {
        let code = event.code + String(repeating: " ", count: max(0, codeWidth - event.code.count))
        // What a host sent cannot steer the terminal.
        let line = PlainText.of("\(timeOfDay(event)) \(word(event.severity)) \(code) \(event.words)")
        guard let remedy = event.remedy, !remedy.isEmpty, event.severity >= .warning else { return line }
        return line + "\n" + String(repeating: " ", count: 15) + "→ " + PlainText.of(remedy)
    }

    private static func word(_ severity: EventSeverity) -> String {
        switch severity {
        case .detail: "     "
        case .info: "info "
        case .warning: "warn "
        case .error: "error"
        }
    }

    /// As this machine's clock on the wall has it.
    private static func timeOfDay(_ event: SessionEvent) -> String { LocalTime.ofDay(secondsAgo: event.age.inSeconds) }
}
