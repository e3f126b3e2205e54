import AppGroup
import Glibc
import Logging
import Testing

@testable import Session

/// A session that cannot be made says why, in the words of what failed.
@Suite struct SessionFailureTests {
    /// A group in which something lies where the session needs its socket.
    private final class Obstructed {
        let directory: GroupDirectory
        let group: GroupName
        private let path: String

        init(_ path: (GroupDirectory) -> String) throws {
            group = try GroupName("t-\(getpid())-\(GroupDirectory.makeToken().prefix(8))")
            directory = try GroupDirectory(group, creating: true)
            self.path = path(directory)
            mkdir(self.path, 0o700)
            mkdir(self.path + "/full", 0o700)
        }

        deinit {
            rmdir(path + "/full")
            rmdir(path)
            HostLock.sweep(directory)
            unlink(directory.lockPath)
            rmdir(directory.path)
        }

        func failure(_ streams: SessionConfiguration.Streams) -> SessionError? {
            var configuration = SessionConfiguration()
            (configuration.group, configuration.streams, configuration.microphones) = (group, streams, [])
            configuration.targets = ["/tmp/\(group.text).\(streams == .audioOnly ? "mka" : "mkv")"]
            do throws(SessionError) {
                _ = try Session(configuration, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                return nil
            } catch { return error }
        }
    }

    @Test func agentsThatCannotConnectAreNamed() throws {
        let group = try Obstructed(\.handoffPath)
        let error = try #require(group.failure(.videoOnly))
        #expect(error.code == .group && error.message.contains(group.directory.handoffPath), "\(error)")
        #expect(!error.message.contains("Success"), "\(error)")
    }

    @Test func audioThatCannotBePushedIsNamed() throws {
        let group = try Obstructed(\.soundPath)
        let error = try #require(group.failure(.audioOnly))
        #expect(error.code == .group && error.message.contains(group.directory.soundPath), "\(error)")
        #expect(!error.message.contains("Success"), "\(error)")
    }
}
