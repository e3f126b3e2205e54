import AppGroup
import Glibc
import Platform

/// 128 bits of the system's random numbers, which the printed address of a public page carries and programs give as a bearer token.
struct PageToken: Sendable, CustomStringConvertible {
    private static let digits = 32

    let description: String

    init() { description = GroupDirectory.makeToken() }

    /// `nil` for what is no token.
    private init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.digits, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else { return nil }
        description = String(text)
    }

    /// The group's own, which every host of it has: made and kept where there is none, or none that only its user can read.
    ///
    /// - Throws: `.system` when it cannot be kept.
    init(of directory: GroupDirectory) throws(ControlError) {
        let path = directory.tokenPath
        if let kept = Self.kept(at: path) {
            self = kept
            return
        }
        self.init()
        var failure: SystemError?
        Array("\(description)\n".utf8).withUnsafeBytes { bytes in
            do throws(SystemError) {
                var file = try NewFile(in: directory.path, bytes: bytes)
                try file.replace(path)
            } catch { failure = error }
        }
        if let failure { throw ControlError("the page's token cannot be kept in \(path)", failure) }
    }

    private static func kept(at path: String) -> PageToken? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_mode & 0o077 == 0, facts.st_uid == geteuid() else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = max(0, read(descriptor, &bytes, bytes.count))
        return PageToken(String(decoding: bytes[..<count], as: UTF8.self).prefix { $0 != "\n" })
    }

    /// Takes as long for a wrong text as for the right one: the time says nothing about how much of it is right.
    func matches(_ text: some StringProtocol) -> Bool {
        let (own, given) = (Array(description.utf8), Array(text.utf8))
        guard own.count == given.count else { return false }
        return zip(own, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
