/// What happens to the files of a recording.
package enum RecordingEvent: Hashable, Sendable {
    /// A file is written: the first, or the next of one that is split.
    case began(String)
    /// An older file of the same recording was removed, as `--keep` asks.
    case deleted(String, bytes: Int)
    /// What has to be removed cannot be, or cannot be known to be ours.
    case notKept(String)

    func description(of subject: TargetSubject) -> EventDescription {
        var description = text(named: subject.text)
        description.target = subject.id
        description.fields["url"] = .text(subject.maskedURL)
        return description
    }

    private func text(named name: String) -> EventDescription {
        switch self {
        case .began(let file): EventDescription(.recordingFile, .detail, "\(name) records to \(file)").with("file", .text(file))
        case .deleted(let file, let bytes):
            EventDescription(.recordingDeleted, .info, "\(file) deleted, \(bytes / 1_000_000) MB, since --keep is reached")
                .with("file", .text(file)).with("bytes", .whole(bytes))
        case .notKept(let why):
            EventDescription(
                .recordingNotKept, .warning, "\(name): --keep deletes nothing: \(why)", remedy: "make room by hand, or record to another disk"
            ).with("reason", .text(why))
        }
    }
}
