import Glibc
import Platform

/// Deletes the oldest files of one recording, as `--keep` asks: those that this program made for the same name, and no other.
///
/// A file is known by two things together. Its name is one that the recording's name can become; and it has an attribute (xattr(7)) that
/// was set when it was made (``RecordingMark``). A file that was renamed or copied, or that another program made, is not known.
struct RecordingKeeper {
    static let interval = Duration.seconds(60)

    let keep: RecordingKeep
    /// Of the recording's name.
    let fingerprint: String
    /// What may be of it, by the names.
    let candidates: () -> [String]

    private struct Found {
        let path: String
        let byteCount: Int
        /// Nanoseconds since 1970.
        let modified: Int64
    }

    /// - Parameters:
    ///   - current: the file that is written, which stays.
    ///   - now: time(2).
    /// - Returns: what was deleted, and what could not be.
    func tidy(current: String, at now: time_t) -> [RecordingNote] {
        let found = candidates().compactMap { look(at: $0) }.sorted { ($0.modified, $0.path) < ($1.modified, $1.path) }
        var total = found.reduce(0) { $0 + $1.byteCount }
        var notes: [RecordingNote] = []
        for file in found where file.path != current {
            let isSurplus =
                switch keep {
                case .bytes(let limit): total > limit
                case .age(let span): Double(now) - Double(file.modified) / 1e9 > span.inSeconds
                }
            guard isSurplus else { continue }
            guard unlink(file.path) == 0 else {
                notes.append(.notKept("\(file.path): \(String(cString: strerror(errno)))"))
                continue
            }
            total -= file.byteCount
            notes.append(.deleted(file.path, bytes: file.byteCount))
        }
        return notes
    }

    /// `nil` for what is not ours.
    private func look(at path: String) -> Found? {
        guard let facts = RecordingMark.facts(path, fingerprint) else { return nil }
        return Found(path: path, byteCount: Int(facts.st_size), modified: Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec))
    }
}
