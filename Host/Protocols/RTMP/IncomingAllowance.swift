import Platform

/// How much a server may say to a publisher: far more in a second than any has to, and little enough that reading and answering it
/// costs next to nothing.
struct IncomingAllowance {
    static let bytesPerSecond = 256 * 1024
    /// What a read costs at least: bytes that come one by one are dear too.
    private static let leastBytes = 64
    private var end = MediaTime.zero
    private var left = 0

    /// Takes note of a read; false when it was too much.
    mutating func covers(_ bytes: Int, at now: MediaTime) -> Bool {
        if now >= end { (end, left) = (now + .seconds(1), Self.bytesPerSecond) }
        left -= max(bytes, Self.leastBytes)
        return left >= 0
    }
}
