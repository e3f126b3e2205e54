import Codec
import Delivery
import Events
import Glibc
import Platform

/// Chapters, in every recording that runs.
extension TargetCoordinator {
    /// A disk may take its time.
    private static let limit = Duration.seconds(3)

    /// Gives this moment a name in every recording that runs, and waits until it stands there. A paused one writes it when it goes on.
    ///
    /// - Parameter name: without a problem; `nil` for "Chapter 1" and so on.
    /// - Throws: `.notNow` when nothing records, or no recording can hold it.
    @available(*, noasync)
    func mark(_ name: String?, at time: MediaTime) throws(DeliveryError) -> ChapterReport {
        let recordings = targets.filter { $0.isRecording && ($0.status.state.isConnected || $0.status.state == .paused) }
        guard !recordings.isEmpty else {
            throw DeliveryError(.notNow, "nothing is recorded now: add a file as a target first")
        }
        let name = name ?? "Chapter \(state.withLock { $0.chapters } + 1)"
        let marks = recordings.map { ($0, ChapterMark(Chapter(name, at: time))) }
        for (target, mark) in marks { target.add(mark) }
        let deadline = MediaTime.now() + Self.limit
        func isOpen(_ target: Target, _ mark: ChapterMark) -> Bool {
            mark.outcome == nil && target.status.state != .paused && !target.status.state.isEnded
        }
        while marks.contains(where: { isOpen($0, $1) }), MediaTime.now() < deadline { usleep(1000) }
        let written = marks.filter { $1.outcome == .written || $1.outcome == nil && $0.status.state == .paused }.map { $0.0.id }
        guard !written.isEmpty else { throw refusal(marks) }
        state.withLock { $0.chapters += 1 }
        return ChapterReport(name: name, targets: written, without: marks.map { $0.0.id }.filter { !written.contains($0) })
    }

    /// What a recording has to tell of older files.
    static func notes(of target: Target) -> [SessionAction] {
        guard target.isRecording else { return [] }
        return target.releaseNotes().map { note in
            let subject = TargetSubject(id: target.id, maskedURL: target.status.maskedURL)
            return switch note {
            case .deleted(let file, let bytes): .note(.recording(subject, .deleted(file, bytes: bytes)))
            case .diskFilling(let file, let free, let left): .note(.recording(subject, .diskFilling(file, freeBytes: free, left: left)))
            case .notKept(let why): .note(.recording(subject, .notKept(why)))
            }
        }
    }

    private func refusal(_ marks: [(Target, ChapterMark)]) -> DeliveryError {
        let files = marks.map { $0.0.status.file ?? $0.0.url.masked }.joined(separator: ", ")
        if marks.contains(where: { $1.outcome == .full }) {
            return DeliveryError(.notNow, "\(files): there is no room for more chapters: what is split begins new files, each with room of its own")
        }
        if marks.allSatisfy({ $1.outcome == .impossible }) {
            return DeliveryError(.notNow, "\(files) cannot hold chapters: record to a .mkv, .mka, .mp4 or .m4a file, which is no pipe")
        }
        return DeliveryError(.notNow, "\(files): the chapter could not be written: the target's last error tells why")
    }
}
