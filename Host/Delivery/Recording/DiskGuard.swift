package import Platform

/// Looks now and then at how much room a recording's disk has left.
package struct DiskGuard {
    package let minFreeBytes: Int?
    private var nextLook = MediaTime.zero
    private var sinceLook = 0
    private static let interval = Duration.milliseconds(500)
    private static let stepBytes = 4 << 20
    /// Of a recording that has to end then.
    static let warningTime = Duration.seconds(600)
    private var isTold = false

    package init(minFreeBytes: Int?) { self.minFreeBytes = minFreeBytes }

    /// Takes note of `count` bytes written; true when it is time to look.
    package mutating func isDue(written count: Int, at now: MediaTime) -> Bool {
        sinceLook += count
        guard minFreeBytes != nil, now >= nextLook || sinceLook >= Self.stepBytes else { return false }
        (nextLook, sinceLook) = (now + Self.interval, 0)
        return true
    }

    /// Whether `free` bytes are too few; never where no one knows how many there are.
    package func isTooFew(_ free: Int?) -> Bool {
        guard let free, let minFreeBytes else { return false }
        return free < minFreeBytes
    }

    /// How long a recording can go on at this bit rate, once, as soon as that is little; again after there was much more room.
    package mutating func filling(_ free: Int, bitsPerSecond: Int) -> Duration? {
        guard let minFreeBytes, bitsPerSecond > 0 else { return nil }
        let left = Duration.seconds(Double(max(0, free - minFreeBytes)) * 8 / Double(bitsPerSecond))
        if left > Self.warningTime * 2 { isTold = false }
        guard left < Self.warningTime, !isTold else { return nil }
        isTold = true
        return left
    }
}
