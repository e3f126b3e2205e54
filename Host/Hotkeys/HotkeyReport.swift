/// What becomes of hotkeys.
public enum HotkeyReport: Hashable, Sendable {
    /// So many can be used, by way of this.
    case ready(Int, by: String)
    /// One that cannot be had, or all without one, and why.
    case unavailable(Hotkey?, why: String)
    case pressed(Hotkey)
    case released(Hotkey)
}
