import Glibc
import Platform

/// Where permissions to see the screen are kept: a file of the user's own for each desktop and kind of source, in
/// `$XDG_STATE_HOME/splitcast` (mode 0700, files 0600, replaced as a whole). Any thread; each call is some file operations.
public struct RestoreStore: Sendable {
    public let directory: String
    /// The desktop's name as part of file names: one desktop's token means nothing to another.
    private let desktop: String

    public init(directory: String, desktop: String) {
        self.directory = directory
        let word = desktop.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(40)
        self.desktop = word.isEmpty ? "desktop" : String(word)
    }

    /// The user's own; `nil` where the environment names no place.
    public static var standard: RestoreStore? {
        let home =
            BusAddress.variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? BusAddress.variable("HOME").map { $0 + "/.local/state" }
        return home.map { RestoreStore(directory: $0 + "/splitcast", desktop: BusAddress.variable("XDG_CURRENT_DESKTOP") ?? "") }
    }

    /// What is kept for such a choice; `nil` for nothing.
    public func record(for choice: CastChoice) -> RestoreRecord? { read(path(for: choice)).flatMap { RestoreRecord($0) } }

    /// To be offered to the portal.
    func token(for choice: CastChoice) -> String? { record(for: choice).flatMap { $0.state == .valid ? $0.token : nil } }

    /// Keeps what became of it. True when the next time no one has to be asked.
    func take(_ changes: RestoreEvent, for choice: CastChoice) -> Bool {
        let record =
            switch changes {
            case .renewed(let token) where RestoreRecord.isKeepable(token): RestoreRecord(.valid, token: token)
            case .renewed, .notGiven: RestoreRecord(.stale)
            case .revoked: RestoreRecord(.revoked)
            }
        let path = path(for: choice)
        // What never was needs no grave.
        guard record.state == .valid || access(path, F_OK) == 0 else { return false }
        return write(record.text, to: path) && record.state == .valid
    }

    private func path(for choice: CastChoice) -> String { "\(directory)/cast-\(desktop)-\(choice.sourceWords)" }

    // MARK: Files

    private func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        // A secret that others could have put there, or read, is none.
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == getuid(), facts.st_mode & 0o077 == 0 else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: 2 * RestoreRecord.longestToken)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// False when it could not be kept; then the user is asked again, which is no reason to fail.
    private func write(_ text: String, to path: String) -> Bool {
        // Each for the user alone, as the XDG base directories have it.
        try? makeFolders(directory, mode: 0o700)  // then nothing can be written below
        let passing = "\(path).\(getpid())"
        let descriptor = open(passing, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        var text = text
        let isWritten = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count } && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(passing, path) == 0 else {
            unlink(passing)
            return false
        }
        return true
    }
}
