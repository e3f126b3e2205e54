import Glibc
import Platform

/// Encoded clips on the disk, by names that say what they were made of: `$XDG_CACHE_HOME/splitcast/clips`, or `~/.cache/splitcast/clips` (mode
/// 0700, files 0600, each put there whole). Any thread; each call is some file operations.
struct ClipCache: Sendable {
    /// The oldest give way to new ones.
    static let mostBytes = 512 << 20

    let directory: String
    private let mostBytes: Int

    /// - Parameter directory: absolute; made when it is needed, with the one around it.
    init(directory: String, mostBytes: Int = Self.mostBytes) { (self.directory, self.mostBytes) = (directory, mostBytes) }

    /// The user's own; `nil` where the environment names no place.
    static var standard: ClipCache? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = variable("XDG_CACHE_HOME") ?? variable("HOME").map { $0 + "/.cache" }
        return home.map { ClipCache(directory: $0 + "/splitcast/clips") }
    }

    /// Lends what is kept by that name; `nil` for nothing.
    ///
    /// - Parameter name: letters and digits.
    func withEntry<Result>(_ name: String, _ body: (UnsafeRawBufferPointer) -> Result?) -> Result? {
        let path = path(of: name)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(),
            (1...mostBytes).contains(Int(facts.st_size))
        else { return nil }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(facts.st_size), alignment: 16)
        defer { bytes.deallocate() }
        var offset = 0
        while offset < bytes.count {
            let count = pread(descriptor, bytes.baseAddress! + offset, bytes.count - offset, off_t(offset))
            guard count > 0 else { return nil }
            offset += count
        }
        guard let result = body(UnsafeRawBufferPointer(bytes)) else {
            // Half-written, or of another version.
            unlink(path)
            return nil
        }
        // Used last: others give way before it.
        futimens(descriptor, nil)
        return result
    }

    /// Keeps it; others give way where there would be too many.
    ///
    /// - Throws: `SystemError` where the disk takes it not, or the folder is not the user's own; nothing is left of it then.
    func keep(_ bytes: [UInt8], as name: String) throws(SystemError) {
        guard bytes.count <= mostBytes else { return }
        try makeDirectory()
        makeRoom(for: bytes.count)
        do throws(SystemError) {
            // Typed errors do not pass `withUnsafeBytes`, nor do values that cannot be copied.
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
            defer { copy.deallocate() }
            copy.copyBytes(from: bytes)
            var file = try NewFile(in: directory, bytes: UnsafeRawBufferPointer(copy))
            try file.name(path(of: name))
        } catch {
            // Another broadcast was quicker.
            guard error.number != EEXIST else { return }
            throw error
        }
    }

    private func path(of name: String) -> String { "\(directory)/\(name).clip" }

    private func makeDirectory() throws(SystemError) {
        let parts = directory.split(separator: "/")
        for count in max(1, parts.count - 2)...max(1, parts.count) {
            let path = "/" + parts.prefix(count).joined(separator: "/")
            guard mkdir(path, 0o700) != 0, errno != EEXIST else { continue }
            throw SystemError(operation: "mkdir", number: errno)
        }
        var facts = stat()
        try systemCall("lstat") { lstat(directory, &facts) }
        guard facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() else { throw SystemError(operation: "lstat", number: EPERM) }
        if facts.st_mode & 0o077 != 0 { try systemCall("chmod") { chmod(directory, 0o700) } }
    }

    /// What was never finished goes too, once it is old.
    private func makeRoom(for bytes: Int) {
        guard let folder = opendir(directory) else { return }
        defer { closedir(folder) }
        var entries: [(path: String, bytes: Int, used: Int)] = []
        let now = time(nil)
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            var facts = stat()
            let path = "\(directory)/\(name)"
            guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
            if name.hasSuffix(".part"), now - facts.st_mtim.tv_sec > 3600 { unlink(path) }
            if name.hasSuffix(".clip") { entries.append((path, Int(facts.st_size), facts.st_mtim.tv_sec)) }
        }
        var sum = entries.reduce(bytes) { $0 + $1.bytes }
        for entry in entries.sorted(by: { $0.used < $1.used }) where sum > mostBytes {
            unlink(entry.path)
            sum -= entry.bytes
        }
    }
}
