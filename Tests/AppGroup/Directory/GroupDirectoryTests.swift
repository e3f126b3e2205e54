import Fixtures
import Glibc
import Testing

@testable import AppGroup
@testable import Platform

/// Serialised: the directory follows an environment variable of the process.
@Suite(.serialized) struct GroupDirectoryTests {
    private func withRuntimeDirectory(_ body: (String) throws -> Void) throws {
        let scratch = Scratch()
        let before = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
        setenv("XDG_RUNTIME_DIR", scratch.path, 1)
        defer {
            if let before { setenv("XDG_RUNTIME_DIR", before, 1) } else { unsetenv("XDG_RUNTIME_DIR") }
        }
        try body(scratch.path)
    }

    private func code(_ body: () throws(GroupError) -> Void) -> GroupError.Code? {
        do throws(GroupError) { try body() } catch { return error.code }
        return nil
    }

    @Test(arguments: ["", ".hidden", "-x", "a/b", "über", "two words", String(repeating: "x", count: 33)])
    func namesThatBreakTheRulesAreRefused(name: String) {
        #expect(code { () throws(GroupError) in _ = try GroupName(name) } == .badName)
    }

    @Test func allGroupsOfAUserAreFoundAndNothingElse() throws {
        try withRuntimeDirectory { path in
            #expect(GroupDirectory.all().isEmpty)
            for name in ["talk", "show"] { _ = try GroupDirectory(GroupName(name), creating: true) }
            _ = try GroupDirectory.common()
            #expect(mkdir(path + "/splitcast/open", 0o755) == 0)
            #expect(GroupDirectory.all().map(\.name.text).sorted() == ["show", "talk"])
        }
    }

    @Test func aNewGroupIsPrivate() throws {
        try withRuntimeDirectory { _ in
            let directory = try GroupDirectory(GroupName("talk"), creating: true)
            var facts = stat()
            #expect(stat(directory.path, &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o700)
        }
    }

    @Test func aMissingGroupSaysThatThereIsNoHost() throws {
        try withRuntimeDirectory { _ in
            #expect(code { () throws(GroupError) in _ = try GroupDirectory(try GroupName("missing"), creating: false) } == .noHost)
        }
    }

    @Test func looseAndLinkedDirectoriesAreRefused() throws {
        try withRuntimeDirectory { base in
            let directory = try GroupDirectory(GroupName("talk"), creating: true)
            chmod(directory.path, 0o755)
            #expect(code { () throws(GroupError) in _ = try GroupDirectory(try GroupName("talk"), creating: true) } == .loosePermissions)
            chmod(directory.path, 0o700)
            #expect(symlink(directory.path, base + "/splitcast/link") == 0)
            #expect(code { () throws(GroupError) in _ = try GroupDirectory(try GroupName("link"), creating: true) } == .unusableDirectory)
            unlink(base + "/splitcast/link")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a directory to another user"))
    func anotherUsersDirectoryIsRefused() throws {
        try withRuntimeDirectory { _ in
            let directory = try GroupDirectory(GroupName("talk"), creating: true)
            #expect(chown(directory.path, 12345, 12345) == 0)
            defer { chown(directory.path, 0, 0) }
            #expect(code { () throws(GroupError) in _ = try GroupDirectory(try GroupName("talk"), creating: true) } == .foreignOwner)
            #expect(GroupDirectory.all().isEmpty)
        }
    }

    @Test func aSecondHostIsToldThePidOfTheFirst() throws {
        try withRuntimeDirectory { _ in
            let directory = try GroupDirectory(GroupName("talk"), creating: true)
            do {
                let lock = try HostLock(directory)
                #expect(HostLock.holder(of: directory) == getpid())
                #expect(throws: GroupError.self) { _ = try HostLock(directory) }
                withExtendedLifetime(lock) {}
            }
            #expect(HostLock.holder(of: directory) == nil)
            _ = try HostLock(directory)
        }
    }

    @Test func socketsOfACrashedHostAreSwept() throws {
        try withRuntimeDirectory { _ in
            let directory = try GroupDirectory(GroupName("talk"), creating: true)
            for path in [directory.handoffPath, directory.agentPath(token: "00")] { close(open(path, O_CREAT | O_WRONLY, 0o600)) }
            let lock = try HostLock(directory)
            #expect(access(directory.handoffPath, F_OK) != 0)
            #expect(access(directory.agentPath(token: "00"), F_OK) != 0)
            withExtendedLifetime(lock) {}
        }
    }
}
