package import Platform

/// Looks now and then at how much room a recording's disk has left.
package struct DiskGuard {
    package let minFreeBytes: Int?
    private var nextLook = MediaTime.zero
    private var sinceLook = 0
    private static let interval = Duration.milliseconds(500)
    private static let stepBytes = 4 << 20

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

    /// `180 MB`.
    package static func text(_ bytes: Int) -> String {
        bytes >= 10_000_000_000 ? "\(bytes / 1_000_000_000) GB" : bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes / 1000) kB"
    }
}
