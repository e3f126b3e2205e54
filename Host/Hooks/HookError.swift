public import Platform

public typealias HookError = Fault<HookErrorCode>

public enum HookErrorCode: Hashable, Sendable {
    /// Not of the form EVENT=COMMAND, or no event is called so.
    case badHook
}
