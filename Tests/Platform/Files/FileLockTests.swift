import Fixtures
import Glibc
import Testing

@testable import Platform

@Suite struct FileLockTests {
    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test func theFileGoesWithItsHolder() throws {
        let scratch = Scratch()
        let path = scratch.file("lock")
        do {
            let lock = try #require(try FileLock(path: path, text: "first"))
            defer { withExtendedLifetime(lock) {} }
            #expect(try FileLock(path: path, text: "second") == nil)
            #expect(isThere(path) && FileLock.holder(of: path) == "first")
        }
        #expect(!isThere(path) && FileLock.holder(of: path) == nil)
    }

    /// What was removed at the end of the process may be another's by then.
    @Test func aHolderWhoseFileWasRemovedLeavesThatOfTheNext() throws {
        let scratch = Scratch()
        let path = scratch.file("lock")
        var first = try FileLock(path: path, text: "first")
        FileLock.removeHeld(below: scratch.path)
        #expect(!isThere(path))
        // As another process does.
        try scratch.write("next", to: "lock")
        first = nil
        #expect(first == nil && isThere(path))
    }
}
