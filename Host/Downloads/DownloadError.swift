public import Platform

/// One error type for all of the module. No message holds a secret of an address.
public typealias DownloadError = Fault<DownloadErrorCode>

public enum DownloadErrorCode: String, Hashable, Sendable, CaseIterable {
    /// Not an address that can be fetched, or a file that cannot be read.
    case badAddress
    /// The server has no such file (404, 410).
    case notFound
    /// The server will not give it (401, 403 and other 4xx).
    case refused
    /// The server fails (5xx), is out of reach, silent, or breaks off.
    case origin
    /// What came is not what the playlist says: another length, no playlist, no key.
    case damaged
    /// A playlist that cannot be read; or a predicate, a variant, a language that it does not have.
    case playlist
    /// The media are encrypted for players with a licence.
    case notReadable
    /// The disk is full.
    case diskFull
    /// The file system refuses.
    case disk
    /// Another process fetches the talk.
    case inUse
    /// There is no talk of this name, or another one has it.
    case noTalk
    /// It was asked to stop.
    case stopped
}

extension DownloadError {
    /// Whether trying again may help.
    var isPassing: Bool { code == .origin || code == .damaged }

    /// Of an address that a playlist named: what is wrong with it is no fault of the one that was given.
    func named(in playlist: String) -> DownloadError {
        code == .badAddress ? DownloadError(.playlist, "in \(MaskedAddress(playlist)): \(message)", cause: self) : self
    }

    /// - Parameter path: what could not be written or read.
    init(_ error: SystemError, _ path: String) {
        let isFull = error.number == 28 || error.number == 122
        self.init(
            isFull ? .diskFull : .disk, "\(path): \(error.reason)",
            remedy: isFull ? "make room on the disk; the same command goes on from there" : nil, cause: error)
    }
}
