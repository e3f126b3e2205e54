/// What happens to the commands of `--on`. These events run none: what fails with each event would go round for ever.
package enum HookEvent: Hashable, Sendable {
    /// - Parameters:
    ///   - number: as the options stand, from 1.
    ///   - pattern: the events that it is for.
    ///   - code: of the event that it was run with.
    ///   - why: "it ended with status 1".
    case failed(number: Int, pattern: String, code: String, why: String)
    /// So many runs were left out since this was told last, as too many waited.
    case dropped(Int)

    var description: EventDescription {
        switch self {
        case .failed(let number, let pattern, let code, let why):
            EventDescription(
                .hookFailed, .warning, "hook \(number) (--on \(pattern)) failed with \(code): \(why)",
                remedy: "run its command by hand, with the event on standard input"
            ).with("hook", .whole(number)).with("pattern", .text(pattern)).with("event", .text(code)).with("reason", .text(why))
        case .dropped(let count):
            EventDescription(
                .hookDropped, .warning, "\(count == 1 ? "a hook was" : "\(count) hooks were") not run, as too many waited already",
                remedy: "have commands of --on end sooner, or be for fewer events"
            ).with("count", .whole(count))
        }
    }
}
