import Platform

/// What happens to the files of a recording.
package enum RecordingEvent: Hashable, Sendable {
    /// A file is written: the first, or the next of one that is split.
    case began(String)
    /// The first could not go on, as where the picture's size has changed: what follows is in this one.
    case wentOn(String)
    /// An older file of the same recording was removed, as `--keep` asks.
    case deleted(String, bytes: Int)
    /// What has to be removed cannot be, or cannot be known to be ours.
    case notKept(String)
    /// It goes on, and ends after about so long: then its disk has as little room as `--min-free` says.
    case diskFilling(String, freeBytes: Int, left: Duration)

    func description(of subject: TargetSubject) -> EventDescription {
        var description = text(named: subject.text)
        description.target = subject.id
        description.fields["url"] = .text(subject.maskedURL)
        return description
    }

    private func text(named name: String) -> EventDescription {
        switch self {
        case .began(let file): EventDescription(.recordingFile, .detail, "\(name) records to \(file)").with("file", .text(file))
        case .wentOn(let file): EventDescription(.recordingFile, .info, "\(name) goes on in \(file)").with("file", .text(file))
        case .deleted(let file, let bytes):
            EventDescription(.recordingDeleted, .info, "\(file) deleted, \(ByteText.of(bytes)), since --keep is reached")
                .with("file", .text(file)).with("bytes", .whole(bytes))
        case .diskFilling(let file, let free, let left):
            EventDescription(
                .recordingDiskFilling, .warning,
                "the disk of \(file) has \(ByteText.of(free)) left: the recording ends in about \(Self.minutes(left))",
                remedy: "make room, or have --keep delete older files"
            ).with("file", .text(file)).with("freeBytes", .whole(free)).with("leftSeconds", .number(left.inSeconds))
        case .notKept(let why):
            EventDescription(
                .recordingNotKept, .warning, "\(name): --keep deletes nothing: \(why)", remedy: "make room by hand, or record to another disk"
            ).with("reason", .text(why))
        }
    }

    private static func minutes(_ span: Duration) -> String {
        let minutes = Int(clamping: (span.inSeconds / 60).rounded())
        return minutes < 1 ? "a minute or less" : minutes == 1 ? "a minute" : "\(minutes) minutes"
    }
}
