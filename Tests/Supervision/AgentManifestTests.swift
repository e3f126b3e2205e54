import Fixtures
import Foundation
import Testing

@testable import Supervision

/// The small files that name installed agents.
@Suite struct AgentManifestTests {
    private let scratch = Scratch()

    private func write(_ text: String, _ folder: String, _ name: String) throws {
        try FileManager.default.createDirectory(atPath: scratch.file(folder), withIntermediateDirectories: true)
        try text.write(toFile: scratch.file("\(folder)/\(name)"), atomically: true, encoding: .utf8)
    }

    private func text(name: String = "mine", exec: String = "/bin/true", version: String = "1") -> String {
        #"{"name":"\#(name)","exec":"\#(exec)","capabilities":["screen"],"protocol_version":\#(version)}"#
    }

    private func all() -> [InstalledAgent] { InstalledAgent.all(in: [scratch.file("a"), scratch.file("b")]) }

    @Test func theFirstOfANameCounts() throws {
        try write(text(), "a", "x.json")
        try write(text(exec: "/bin/false"), "b", "x.json")
        try write(text(name: "other", exec: "true"), "b", "y.json")
        try write("nothing", "b", "readme.txt")
        let found = all()
        #expect(found.map(\.manifest?.name) == ["mine", "mine", "other"])
        #expect(found[0].problem == nil && found[0].program == "/bin/true" && found[0].manifest?.capabilities == ["screen"])
        #expect(found[1].problem == "\(scratch.file("a/x.json")) has this name already, and counts")
        #expect(found[2].problem == nil && found[2].program?.hasSuffix("/true") == true)
    }

    @Test(arguments: [
        ("", "it is no JSON"), ("{\"name\":", "it is no JSON"), ("[1]", "it is no JSON object"), ("{\"name\":\"a\"}", "\"exec\" is missing"),
        (#"{"name":1,"exec":"a","capabilities":[],"protocol_version":1}"#, "\"name\" is of the wrong kind"),
        (#"{"name":"A b","exec":"a","capabilities":[],"protocol_version":1}"#, "\"name\" is lower-case letters"),
        (#"{"name":"a","exec":"../a","capabilities":[],"protocol_version":1}"#, "\"exec\" is an absolute path"),
        (#"{"name":"a","exec":"true","capabilities":[],"protocol_version":99}"#, "it speaks protocol version 99"),
        (#"{"name":"a","exec":"true","capabilities":[],"protocol_version":-1}"#, "it speaks protocol version -1"),
        (#"{"name":"a","exec":"/nowhere/a","capabilities":[],"protocol_version":1}"#, "/nowhere/a is not there"),
    ]) func whatIsWrongWithABrokenOneIsSaid(text: String, problem: String) throws {
        try write(text, "a", "x.json")
        #expect(all().count == 1 && all()[0].problem?.hasPrefix(problem) == true, "\(all())")
    }

    @Test func aPipeAndALongFileAreRefused() throws {
        try write(String(repeating: " ", count: 70_000), "a", "long.json")
        #expect(mkfifo(scratch.file("a/pipe.json"), 0o600) == 0)
        #expect(all().map(\.problem) == ["it is longer than 64 KiB", "it is no file"])
    }

    @Test func theUsersOwnFolderIsTheFirst() {
        #expect(
            InstalledAgent.folders(["HOME": "/me"]) == [
                "/me/.local/share/splitcast/agents", "/usr/local/share/splitcast/agents", "/usr/share/splitcast/agents",
            ])
        #expect(InstalledAgent.folders(["HOME": "/me", "XDG_DATA_HOME": "/data"])[0] == "/data/splitcast/agents")
        #expect(InstalledAgent.folders(["XDG_DATA_HOME": "relative"]).count == 2)
    }

    /// Those that `make install` puts there.
    @Test func ourOwnAreOnesThatCanBeUsed() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Capture/Manifests").standardized.path
        let manifests = InstalledAgent.all(in: [folder]).map(\.manifest)
        #expect(manifests.compactMap { $0?.name } == ["media", "pattern", "pipewire", "wlr", "x11"])
        for manifest in manifests {
            #expect(manifest?.exec == "splitcast-capture-\(manifest?.name ?? "")" && manifest?.capabilities.isEmpty == false)
        }
    }
}
