public import Platform

/// Limits how many refusals are told: they are the peer's to cause, as often as it likes. What was left out is counted in the next one
/// that is told. A value of one thread.
public struct RefusalPacing: Sendable {
    private static let most = 8
    private static let interval = Duration.seconds(10)
    private var told = 0
    private var leftOut = 0
    private var began = MediaTime.zero

    public init() {}

    /// - Returns: what to tell; `nil` when enough was told in the last 10 s.
    public mutating func tell(_ message: String, at now: MediaTime) -> String? {
        if now - began >= Self.interval { (began, told) = (now, 0) }
        guard told < Self.most else {
            leftOut += 1
            return nil
        }
        told += 1
        defer { leftOut = 0 }
        return leftOut == 0 ? message : "\(message) (\(leftOut) before it were not told)"
    }
}
