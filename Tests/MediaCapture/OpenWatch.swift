import Fixtures
import Glibc

/// Counts how often a file is opened, by any process (inotify(7)).
final class OpenWatch {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0, inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0 else { throw FixtureError("no watch on \(path)") }
    }

    deinit { close(descriptor) }

    /// Since it was asked last.
    func count() -> Int {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let length = MemoryLayout<inotify_event>.size
        // Events of a file that is watched itself have no name behind them.
        return max(0, read(descriptor, &bytes, bytes.count)) / length
    }
}
