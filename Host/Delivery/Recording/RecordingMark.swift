import Glibc

/// The attribute (xattr(7)) by which a file is known as one that was made for a recording's name, and under its own name.
///
/// It goes along with a copy and with a new name, so it holds the file's name as it was made: what is called otherwise is no longer ours.
enum RecordingMark {
    static let attribute = "user.splitcast.recording"

    /// - Parameter fingerprint: of the recording's name.
    static func value(_ fingerprint: String, of path: String) -> String { fingerprint + "/" + name(of: path) }

    /// What the system says of a file that has the mark; `nil` for any other, and for a link.
    static func facts(_ path: String, _ fingerprint: String) -> stat? {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileAttribute.value(attribute, of: path) == value(fingerprint, of: path) ? facts : nil
    }

    private static func name(of path: String) -> Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }
}
