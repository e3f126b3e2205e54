import Platform

/// Limits how often agents that the host has not started make it tell something: any program of the user may attach and leave as often as it
/// likes, and would push all else out of what is kept. By code; what was left out is counted in the next one that is told. A value.
struct EventPacing: Sendable {
    /// Of each code, in each interval: in an hour a third of what is kept, of the two codes that any program can cause.
    static let most = 100
    static let interval = Duration.seconds(600)

    private struct Window: Sendable {
        var began: MediaTime
        var told = 0
        var leftOut = 0
    }

    private var windows: [EventCode: Window] = [:]

    /// - Returns: how many of its code were left out before it; `nil` when it is to be left out too.
    mutating func admit(_ code: EventCode, at now: MediaTime) -> Int? {
        var window = windows[code] ?? Window(began: now)
        defer { windows[code] = window }
        if now - window.began >= Self.interval { (window.began, window.told) = (now, 0) }
        guard window.told < Self.most else {
            window.leftOut += 1
            return nil
        }
        window.told += 1
        defer { window.leftOut = 0 }
        return window.leftOut
    }
}
