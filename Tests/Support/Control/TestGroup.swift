public import AppGroup
import Fixtures
import Glibc

/// A group of this test's own; its directory goes with it.
public final class TestGroup: Sendable {
    public let directory: GroupDirectory

    public init() throws {
        // Other suites point XDG_RUNTIME_DIR at a directory of theirs for a moment; one made there would vanish with it.
        while true {
            let name = try GroupName("t-\(getpid())-\(GroupDirectory.makeToken().prefix(8))")
            let made = try GroupDirectory(name, creating: true)
            if !made.path.hasPrefix(Scratch.prefix) {
                directory = made
                return
            }
        }
    }

    deinit {
        HostLock.sweep(directory)
        unlink(directory.lockPath)
        rmdir(directory.path)
    }
}
