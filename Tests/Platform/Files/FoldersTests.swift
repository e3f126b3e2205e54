import Fixtures
import Foundation
import Glibc
import Platform
import Testing

@Suite struct FoldersTests {
    private let scratch = Scratch()

    @Test func aFolderIsMadeWithThoseAboveIt() throws {
        try makeFolders(scratch.file("a/b/c"), mode: 0o700)
        var facts = stat()
        #expect(stat(scratch.file("a/b"), &facts) == 0 && facts.st_mode == S_IFDIR | 0o700)
        #expect(throws: Never.self) { try makeFolders(scratch.file("a/b/c"), mode: 0o755) }
        #expect(stat(scratch.file("a/b/c"), &facts) == 0 && facts.st_mode == S_IFDIR | 0o700)
    }

    @Test func aFileInTheWayIsNamedByItsError() throws {
        try scratch.write("", to: "a")
        let error = #expect(throws: SystemError.self) { try makeFolders(scratch.file("a/b"), mode: 0o700) }
        #expect(error?.number == ENOTDIR && error?.operation == "mkdir")
    }

    /// In /proc no one may make a folder; those that are there are no trouble.
    @Test func whatIsThereNeedNotBeMade() throws {
        #expect(throws: Never.self) { try makeFolders("/proc/self/fd", mode: 0o700) }
        let error = #expect(throws: SystemError.self) { try makeFolders("/proc/self/none", mode: 0o700) }
        #expect(error?.number == ENOENT)
    }
}
