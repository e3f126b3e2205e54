import Platform

/// Which keys are held, from what an X server tells: while a key is held, that repeats a release and a press of it, both at the same time of the
/// server's. A value.
struct HeldKeys: Sendable {
    enum Press: Hashable {
        case new
        /// It was released before, which was not told yet.
        case again
        case repetition
    }

    /// By then the press has come that belongs to a release.
    static let settling = Duration.milliseconds(30)
    /// Between the two, in milliseconds of the server's.
    private static let longestRepetition: UInt32 = 1

    private struct Release {
        let at: MediaTime
        let time: UInt32
    }

    /// By keycode; its release, if that may be a repetition.
    private var held: [UInt8: Release?] = [:]

    /// - Parameter time: the server's.
    mutating func press(_ code: UInt8, time: UInt32) -> Press {
        let before = held.updateValue(nil, forKey: code)
        guard let before else { return .new }
        guard let release = before else { return .repetition }
        return time &- release.time <= Self.longestRepetition ? .repetition : .again
    }

    mutating func release(_ code: UInt8, time: UInt32, at now: MediaTime) {
        if held[code] != nil { held.updateValue(Release(at: now, time: time), forKey: code) }
    }

    /// Those that are up now, each once.
    mutating func released(at now: MediaTime) -> [UInt8] {
        let up = held.filter { $0.value.map { now - $0.at >= Self.settling } ?? false }.keys.sorted()
        for code in up { held[code] = nil }
        return up
    }

    /// All that are held, which no one will release any more.
    mutating func releaseAll() -> [UInt8] {
        defer { held = [:] }
        return held.keys.sorted()
    }

    /// When to ask for `released` again; `nil` for not before the next event.
    var nextTime: MediaTime? { held.values.compactMap { $0?.at }.min().map { $0 + Self.settling } }
}
