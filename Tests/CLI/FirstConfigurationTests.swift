import Configuration
import Fixtures
import Foundation
import Testing

@testable import SplitcastCLI

struct FirstConfigurationTests {
    private let scratch = Scratch()
    private var path: String { scratch.file("a/b/config.yaml") }

    private func read() throws -> ConfigurationFile {
        try ConfigurationFile(try String(contentsOfFile: path, encoding: .utf8), path: path, keys: BroadcastKeys.all)
    }

    @Test func whatIsWrittenIsRead() throws {
        try FirstConfiguration(microphone: "none").write(to: path, replacing: false, capture: "x11\n: nothing")
        let file = try read()
        #expect(file.entries.flatMap(\.arguments) == ["--mic=none"])
        #expect(file.settings.map(\.parent) == ["desktop"])
    }

    /// On a terminal, by the program.
    @Test func aWrongAddressIsAskedForAgain() throws {
        let terminal = """
            import os, pty, sys
            process, end = pty.fork()
            if process == 0: os.execv(sys.argv[1], sys.argv[1:])
            answers, said = [b"rtmp://h/app\\n", b"rtmp://h/app/SECRET\\n", b"none\\n", b"no\\n", b"\\n"], b""
            while True:
                try: said += os.read(end, 65536)
                except OSError: break
                if answers and said.endswith(b": "): os.write(end, answers.pop(0))
            print(said.decode(), "status", os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
            """
        let program = try releaseProduct("splitcast")
        let home = ["HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path, "DBUS_SESSION_BUS_ADDRESS": nil, "DISPLAY": nil, "WAYLAND_DISPLAY": nil]
        let said = String(
            decoding: try runTool(["python3", "-c", terminal, program, "init", "--config", path], environment: home), as: UTF8.self)
        #expect(said.contains("rtmp://h/app") && said.contains("lacks the stream key") && said.contains("status 0"), "\(said)")
        #expect(said.matches(of: /Where does the stream go/).count == 2 && said.contains("\(path) written"))
        #expect(try read().entries.first?.values == ["@" + scratch.file("a/b/key.txt")])
        #expect(try String(contentsOfFile: scratch.file("a/b/key.txt"), encoding: .utf8).contains("rtmp://h/app/SECRET"))
    }

    @Test func answersAreInItAndTheAddressIsNot() throws {
        var first = FirstConfiguration(address: "rtmp://live.example.com/app/SECRET", microphone: "My \"Best\" \\ mic: 1")
        (first.hasDesktopAudio, first.recordings) = (true, "/srv/talks")
        try first.write(to: path, replacing: false, capture: "x11")
        #expect(
            try read().entries.flatMap(\.arguments) == [
                "--to=@\(scratch.file("a/b/key.txt"))", "--record=/srv/talks/talk-%Y-%m-%d_%H%M%S.mkv", "--mic=My \"Best\" \\ mic: 1",
                "--desktop-audio",
            ])
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("SECRET"))
        #expect(try String(contentsOfFile: scratch.file("a/b/key.txt"), encoding: .utf8) == "rtmp://live.example.com/app/SECRET\n")
        for file in ["a/b/config.yaml", "a/b/key.txt"] {
            let mode = try FileManager.default.attributesOfItem(atPath: scratch.file(file))[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(file)")
        }
    }

    @Test func whatExistsIsReplacedOnlyWhenAsked() throws {
        try FirstConfiguration(microphone: "none").write(to: path, replacing: false, capture: "")
        let failure = #expect(throws: CommandFailure.self) {
            try FirstConfiguration(address: "rtmp://h/a/K").write(to: path, replacing: false, capture: "")
        }
        #expect(failure?.message == "\(path) exists: edit it, or give --force to replace it")
        #expect(!FileManager.default.fileExists(atPath: scratch.file("a/b/key.txt")))
        try FirstConfiguration().write(to: path, replacing: true, capture: "")
        #expect(try read().entries.flatMap(\.arguments) == ["--mic=default"])
    }

    /// Each has an address of its own: of the two files either both are the one's, or both the other's.
    @Test(arguments: [false, true]) func ofTwoWhoWriteAtOnceOneWins(replacing: Bool) async throws {
        for round in 0..<100 {
            let folder = scratch.file("round-\(round)")
            let outcomes = await withTaskGroup(of: (name: String, error: CommandFailure?).self) { tasks in
                for name in ["one", "two"] {
                    tasks.addTask {
                        do throws(CommandFailure) {
                            try FirstConfiguration(address: "rtmp://h/a/\(name)", microphone: name).write(
                                to: folder + "/config.yaml", replacing: replacing, capture: "")
                            return (name, nil)
                        } catch { return (name, error) }
                    }
                }
                return await tasks.reduce(into: []) { $0.append($1) }
            }
            let failures = outcomes.compactMap(\.error)
            #expect(failures.count == (replacing ? 0 : 1))
            #expect(failures.allSatisfy { $0.message.contains("exists: edit it") }, "\(failures)")
            let file = try ConfigurationFile(
                try String(contentsOfFile: folder + "/config.yaml", encoding: .utf8), path: folder, keys: BroadcastKeys.all)
            let microphone = file.entries.first { $0.key.name == "mic" }?.values.first ?? ""
            #expect(replacing || outcomes.first { $0.error == nil }?.name == microphone)
            #expect(try String(contentsOfFile: folder + "/key.txt", encoding: .utf8) == "rtmp://h/a/\(microphone)\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["config.yaml", "key.txt"])
        }
    }

    @Test func aPlaceThatCannotBeWrittenIsNamed() {
        let failure = #expect(throws: CommandFailure.self) {
            try FirstConfiguration().write(to: "/proc/nothing/config.yaml", replacing: false, capture: "")
        }
        #expect(failure?.message.hasPrefix("/proc/nothing/config.yaml: cannot be written") == true, "\(failure?.message ?? "")")
    }
}
