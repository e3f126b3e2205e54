import Glibc
public import Platform

/// The private directory in which a host and its agents meet (ARCHITECTURE.md, "The group").
///
/// `$XDG_RUNTIME_DIR/splitcast/GROUP`; where the variable is unset `/run/user/UID`, else `/tmp/splitcast-UID`. Every level
/// of our own is mode 0700, owned by us and not a symbolic link; opening refuses anything else. Any thread may use it.
public struct GroupDirectory: Hashable, Sendable {
    public let name: GroupName
    public let path: String

    /// SEQPACKET: greeting, credentials, descriptors; one connection per agent.
    public var handoffPath: String { path + "/handoff.sock" }
    /// SEQPACKET: what the command line asks of a running host.
    public var controlPath: String { path + "/control.sock" }
    /// SEQPACKET: audio that other processes push; one connection for each source.
    public var soundPath: String { path + "/sound.sock" }
    /// ZeroMQ PUB: what happens around the host's broadcast (EVENTS.md).
    public var eventsPath: String { path + "/events.zmq" }
    /// What programs show to the built-in HTTP server, for its user alone (API.md).
    public var tokenPath: String { path + "/token" }
    public var lockPath: String { path + "/host.lock" }
    /// The ZeroMQ endpoint of one agent; the token makes it unguessable.
    public func agentPath(token: String) -> String { path + "/agent-\(token).zmq" }

    /// Opens the group's directory, making it and its parents if `creating`.
    ///
    /// - Throws: `GroupError`: `.noHost` when it is missing and not to be made, `.foreignOwner`, `.loosePermissions`,
    ///   `.unusableDirectory` or `.pathTooLong`, each naming the path and the remedy.
    public init(_ name: GroupName, creating: Bool) throws(GroupError) {
        self.name = name
        let base = try Self.base(creating: creating)
        path = base + "/" + name.text
        guard agentPath(token: Self.longestToken).utf8.count < 108 else {
            throw GroupError(.pathTooLong, "\(path) is too long for a socket: use a shorter group name or a shorter XDG_RUNTIME_DIR")
        }
        try Self.secure(
            path, creating: creating, missing: "no host has run in group '\(name)' yet (no \(path)): start one with 'splitcast live --group \(name)'")
    }

    /// The directory that all hosts of this user share beside their groups', made where it is missing.
    ///
    /// - Throws: `GroupError` as opening a group does.
    public static func common() throws(GroupError) -> String {
        let common = try base(creating: true) + "/.common"
        try secure(common, creating: true, missing: "")
        return common
    }

    /// The groups of this user that have a directory, whether a host runs in them or not; in no order.
    public static func all() -> [GroupDirectory] {
        // try?: without a directory of its own there is no group.
        guard let base = try? base(creating: false) else { return [] }  // none
        return fileNames(in: base).compactMap { name in
            // try?: what is no group's is left out.
            guard let group = try? GroupName(name) else { return nil }  // `.common` and its like
            return try? GroupDirectory(group, creating: false)  // another user's, or a file
        }
    }

    /// 128 random bits from the kernel, as 32 hexadecimal digits.
    public static func makeToken() -> String {
        let digits = Array("0123456789abcdef")
        return String((0..<32).map { _ in digits[Int.random(in: 0..<16)] })
    }

    private static let longestToken = String(repeating: "f", count: 32)

    private static func base(creating: Bool) throws(GroupError) -> String {
        if let pointer = getenv("XDG_RUNTIME_DIR"), pointer.pointee != 0 {
            let runtime = String(cString: pointer)
            guard runtime.hasPrefix("/") else {
                throw GroupError(.unusableDirectory, "XDG_RUNTIME_DIR is '\(runtime)', which is not an absolute path")
            }
            return try secureBase(runtime + "/splitcast", creating: creating)
        }
        let user = "/run/user/\(geteuid())"
        if access(user, W_OK | X_OK) == 0 { return try secureBase(user + "/splitcast", creating: creating) }
        return try secureBase("/tmp/splitcast-\(geteuid())", creating: creating)
    }

    private static func secureBase(_ path: String, creating: Bool) throws(GroupError) -> String {
        try secure(path, creating: creating, missing: "no host has run here yet (no \(path)): start one with 'splitcast live'")
        return path
    }

    private static func secure(_ path: String, creating: Bool, missing: String) throws(GroupError) {
        if creating, mkdir(path, 0o700) != 0, errno != EEXIST {
            throw GroupError(.unusableDirectory, "cannot make \(path): \(String(cString: strerror(errno)))")
        }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let number = errno
            if number == ENOENT { throw GroupError(.noHost, missing) }
            if number == ENOTDIR || number == ELOOP {
                throw GroupError(.unusableDirectory, "\(path) is a symbolic link or not a directory: remove it")
            }
            if number == EACCES { throw GroupError(.foreignOwner, "\(path) belongs to another user: use another --group, or run as its owner") }
            throw GroupError(.unusableDirectory, "cannot open \(path): \(String(cString: strerror(number)))")
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw GroupError(.unusableDirectory, "cannot examine \(path)") }
        guard facts.st_uid == geteuid() else {
            throw GroupError(
                .foreignOwner, "\(path) belongs to uid \(facts.st_uid), not to you (uid \(geteuid())): use another --group, or remove it")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw GroupError(.loosePermissions, "\(path) is open to others (mode \(String(facts.st_mode & 0o777, radix: 8))): chmod 700 \(path)")
        }
    }
}
