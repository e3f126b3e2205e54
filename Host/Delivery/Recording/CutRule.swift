import Platform

/// Where a recording is split.
struct CutRule {
    let split: RecordingSplit?
    private var begin = MediaTime.zero
    /// At the last key frame, and what it and all behind it up to the next came to.
    private var keyBytes = 0
    private var largestGroup = 0
    /// A key frame that comes a little early may be the one that is meant: pictures are shown when they were captured.
    private static let tolerance = Duration.milliseconds(100)

    init(_ split: RecordingSplit?) { self.split = split }

    mutating func beginFile(at time: MediaTime) {
        (begin, keyBytes) = (time, 0)
    }

    /// What lies between the two is in no file.
    mutating func skip(from last: MediaTime, to next: MediaTime) { begin = begin + max(.zero, next - last) }

    /// Whether a new file starts with the key frame at `time`, of which the file at hand holds `bytes` without it.
    mutating func cuts(at time: MediaTime, bytes: Int) -> Bool {
        let group = bytes - keyBytes
        keyBytes = bytes
        guard time > begin else { return false }
        largestGroup = max(group, largestGroup - largestGroup / 4)
        switch split {
        case nil: return false
        case .every(let span): return time - begin + Self.tolerance >= span
        case .atBytes(let limit): return bytes + largestGroup > limit
        }
    }
}
