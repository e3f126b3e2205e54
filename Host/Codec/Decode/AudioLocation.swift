import Glibc
public import Platform

/// Where audio is read from: a file, or an address.
///
/// What has no `SCHEME://` is a file, whatever its name: libavformat's `concat:`, `pipe:` and the like are not reached. What is in either
/// is decoded elsewhere.
public struct AudioLocation: Hashable, Sendable, CustomStringConvertible {
    /// As it was given: an absolute path, or one of the process's own directory, or an address.
    public let text: String
    public let isFile: Bool
    private let scheme: String

    private static let schemes: Set = ["http", "https", "rtmp", "rtmps", "rtsp", "srt", "mms", "mmsh", "ftp"]

    /// Looks at what is there, without reading: for a file one stat(2), for an address nothing.
    ///
    /// - Throws: `notReadable`, `notAFile` or `notAvailable`, in one line that names the location.
    public init(_ text: String) throws(CodecError) {
        if let end = text.firstRange(of: "://")?.lowerBound, Self.isScheme(text[..<end]) {
            self.text = text
            scheme = text[..<end].lowercased()
            isFile = scheme == "file"
            guard isFile || Self.schemes.contains(scheme) else {
                throw CodecError(
                    .notAvailable, operation: "music",
                    message:
                        "'\(description)' cannot be played: '\(scheme)://' is not supported for audio; give a file, or an http:// or https:// address"
                )
            }
        } else {
            (self.text, scheme, isFile) = (text, "file", true)
        }
        if isFile { try Self.check(path) }
    }

    /// Of a file.
    var path: String { text.hasPrefix("file://") ? String(text.dropFirst(7)) : text }

    /// Opens it, a file, for reading.
    ///
    /// - Throws: `notReadable` or `notAFile`: what is there may have changed since it was looked at.
    public func open() throws(CodecError) -> OwnedDescriptor {
        // A pipe that has taken its place is not waited for.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            let number = errno
            throw CodecError(.notReadable, operation: "music", message: "'\(path)' cannot be read: \(String(cString: strerror(number)))")
        }
        let file = OwnedDescriptor(taking: descriptor)
        var facts = stat()
        guard fstat(file.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw CodecError(.notAFile, operation: "music", message: "'\(path)' is not a file: give an audio file")
        }
        return file
    }

    /// Without what may be secret in an address.
    public var description: String { isFile ? text : MaskedAddress(text).description }

    private static func isScheme(_ text: Substring) -> Bool {
        text.first?.isLetter == true && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// A device or a pipe could deliver for ever, or never: only regular files are opened.
    private static func check(_ path: String) throws(CodecError) {
        func refusal(_ code: CodecError.Code, _ text: String) -> CodecError { CodecError(code, operation: "music", message: "'\(path)' \(text)") }
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            let number = errno
            throw refusal(.notReadable, number == ENOENT ? "cannot be read: no such file" : "cannot be read: \(String(cString: strerror(number)))")
        }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw refusal(.notAFile, "is a folder: give an audio file")
        case S_IFIFO: throw refusal(.notAFile, "is a pipe: give an audio file, or push its samples as a source of their own")
        default: throw refusal(.notAFile, "is a device or a socket, not a file: give an audio file")
        }
        guard access(path, R_OK) == 0 else { throw refusal(.notReadable, "cannot be read: \(String(cString: strerror(errno)))") }
        guard facts.st_size > 0 else { throw refusal(.notSound, "is empty") }
    }
}
