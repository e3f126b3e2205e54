public import Platform

/// What a stimulus wrote into one frame.
public struct Stamp: Hashable, Sendable {
    /// Consecutive as shown, from 0.
    public let number: UInt32
    /// `CLOCK_MONOTONIC` when it was drawn, in milliseconds, modulo 2³².
    public let milliseconds: UInt32

    /// Reads 16 × 5 cells, each given as its brightness; nil when the check does not fit (torn, overdrawn or no stamp).
    init?(cells: [UInt8]) {
        let rows = (0..<5).map { row in cells[row * 16..<row * 16 + 16].reduce(UInt16(0)) { $0 << 1 | ($1 > 127 ? 1 : 0) } }
        let check = rows[..<4].reduce(UInt16(0x5aa5)) { ($0 << 3 | $0 >> 13) ^ $1 }
        guard rows[4] == ~check else { return nil }
        number = UInt32(rows[0]) << 16 | UInt32(rows[1])
        milliseconds = UInt32(rows[2]) << 16 | UInt32(rows[3])
    }

    /// How long before `moment` it was drawn, to the millisecond.
    public func age(at moment: MediaTime) -> Duration {
        let now = UInt32(truncatingIfNeeded: moment.nanoseconds / 1_000_000)
        return .nanoseconds(moment.nanoseconds % 1_000_000) + .milliseconds(Int64(now &- milliseconds))
    }
}
