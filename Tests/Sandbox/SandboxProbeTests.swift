import Fixtures
import Foundation
import Testing

/// The sandbox from inside: a program that goes into it as an agent does, and then tries what it should not be able to do.
@Suite struct SandboxProbeTests {
    private func verdicts(_ mode: String) throws -> [String: String] {
        let scratch = Scratch()
        try scratch.write("a user's", to: "file")
        let text = String(decoding: try runTool([builtProduct("SandboxProbe"), mode, scratch.file("file")]), as: UTF8.self)
        let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        return Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
    }

    @Test func strictRefusesEverythingThatCapturingDoesNotNeed() throws {
        let verdicts = try verdicts("strict")
        #expect(verdicts.count > 30)
        for (name, verdict) in verdicts where !["capturing", "late-thread"].contains(name) { #expect(verdict == "refused", "\(name)") }
        #expect(verdicts["capturing"] == "works")
        #expect(verdicts["late-thread"] == "works", "libzmq would abort")
    }

    @Test func permissiveLetsThroughWhateverWentBefore() throws {
        let (before, after) = (try verdicts("off"), try verdicts("permissive"))
        #expect(after == before)
        // Of what needs no root.
        for name in ["open", "socket", "execve", "fork", "thread", "fallocate", "ftruncate", "memfd_create", "shmget", "mprotect-exec", "prctl"] {
            #expect(after[name] == "let through", "\(name)")
        }
        #expect(after["capturing"] == "works")
    }

    @Test func landlockAloneRefusesFilesTheNetworkAndOtherProcesses() throws {
        let verdicts = try verdicts("landlock")
        for name in ["open", "connect", "bind", "kill"] { #expect(verdicts[name] == "refused", "\(name)") }
        #expect(verdicts["capturing"] == "works")
    }

    /// The process that fetches what a media agent shows.
    @Test func fetchingHasTheNetworkAndNoUsersFileNoProgramAndNoService() throws {
        let verdicts = try verdicts("fetching")
        for name in ["own-file", "own-file-written", "socket", "execve", "fork", "kill", "ptrace", "process_vm_readv"] {
            #expect(verdicts[name] == "refused", "\(name)")
        }
        for name in ["open", "socket-inet", "connect", "bind", "thread"] { #expect(verdicts[name] == "let through", "\(name)") }
        #expect(verdicts["capturing"] == "works")
    }
}
