import Glibc
import Platform

/// A file that is written beside its name and gets it in one step: it is there whole, or as it was before.
struct WholeFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private var isNamed = false
    private(set) var count = 0

    init(_ path: String) throws(DownloadError) {
        self.path = path
        do throws(SystemError) {
            descriptor = try systemCall("open") { open(path + ".part", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        } catch { throw DownloadError(error, path) }
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(DownloadError) {
        var rest = bytes
        while !rest.isEmpty {
            do throws(SystemError) {
                let written = try systemCall("write") { Glibc.write(descriptor, rest.baseAddress, rest.count) }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
                count += written
            } catch { throw DownloadError(error, path) }
        }
    }

    /// Onto the disk before it gets its name: after a power failure too, what has its name is whole.
    mutating func finish() throws(DownloadError) {
        do throws(SystemError) {
            try systemCall("fsync") { fsync(descriptor) }
            try systemCall("rename") { rename(path + ".part", path) }
        } catch { throw DownloadError(error, path) }
        isNamed = true
    }

    deinit {
        close(descriptor)
        if !isNamed { unlink(path + ".part") }
    }

    static func write(_ bytes: [UInt8], to path: String) throws(DownloadError) {
        var file = try WholeFile(path)
        var failure: DownloadError?
        bytes.withUnsafeBytes { bytes in do throws(DownloadError) { try file.write(bytes) } catch { failure = error } }
        if let failure { throw failure }
        try file.finish()
    }

    /// Bytes of a file that is there; `nil` where there is none.
    static func size(of path: String) -> Int? {
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(facts.st_size)
    }
}
