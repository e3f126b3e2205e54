/// What happens to hotkeys. Actions and keys are as people type them.
package enum HotkeyEvent: Hashable, Sendable {
    /// So many can be used, by way of "the X server" or "the desktop".
    case ready(Int, by: String)
    /// One that cannot be had, and why; all of them without an action.
    case unavailable(action: String, keys: String, why: String)
    case used(action: String, keys: String, isHeld: Bool)
    /// What it asked for could not be done.
    case failed(action: String, keys: String, why: String)

    var description: EventDescription {
        switch self {
        case .ready(let count, let way):
            EventDescription(.hotkeyReady, .info, "\(count == 1 ? "1 hotkey" : "\(count) hotkeys") can be used, by \(way)").with(
                "count", .whole(count))
        case .unavailable("", _, let why):
            EventDescription(
                .hotkeyUnavailable, .warning, "there are no hotkeys: \(why)",
                remedy: "bind 'splitcast audio mute mic' and the like in the desktop's own keyboard settings"
            ).with("action", "").with("keys", "").with("reason", .text(why))
        case .unavailable(let action, let keys, let why):
            EventDescription(
                .hotkeyUnavailable, .warning, "hotkey \(keys) (\(action)) cannot be used: \(why)", remedy: "give other keys with --hotkey"
            ).with("action", .text(action)).with("keys", .text(keys)).with("reason", .text(why))
        case .used(let action, let keys, let isHeld):
            EventDescription(.hotkeyUsed, .detail, "hotkey \(keys) (\(action)) \(isHeld ? "pressed" : "released")").with("action", .text(action))
                .with("keys", .text(keys)).with("isHeld", .flag(isHeld))
        case .failed(let action, let keys, let why):
            EventDescription(
                .hotkeyFailed, .warning, "hotkey \(keys) (\(action)): \(why)", remedy: "do what the message says", isRemedyInText: true
            ).with("action", .text(action)).with("keys", .text(keys)).with("reason", .text(why))
        }
    }
}
