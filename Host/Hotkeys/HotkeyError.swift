public import Platform

public typealias HotkeyError = Fault<HotkeyErrorCode>

public enum HotkeyErrorCode: Hashable, Sendable {
    /// Not of the form ACTION=KEYS, or there is no such action or key.
    case badHotkey
    /// The X server cannot be reached.
    case noServer
}
