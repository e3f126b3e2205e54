/// What has come of a broadcast's hooks.
public struct HookFigures: Hashable, Sendable {
    public var running = 0
    public var waiting = 0
    /// Those that have ended, however.
    public var run = 0
    public var failed = 0
    /// Left out, as too many waited.
    public var dropped = 0
}
