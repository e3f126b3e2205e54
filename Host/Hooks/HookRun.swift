import Events

/// One hook that is to be run with one event.
struct HookRun: Sendable {
    /// Among the hooks, from 0.
    let hook: Int
    let event: SessionEvent
}
