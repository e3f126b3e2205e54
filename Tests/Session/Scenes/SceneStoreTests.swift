import AppGroup
import Fixtures
import Foundation
import Glibc
import Testing

@testable import Session

/// Scenes as files of the user's own.
@Suite struct SceneStoreTests {
    private let scratch = Scratch()
    private var store: SceneStore { SceneStore(scratch.file("config/splitcast/scenes")) }
    private let talk = SceneName("talk")!

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    private func scene(_ text: String) -> Scene {
        var scene = Scene()
        scene.overlays = [OverlayChoice(.text(text))]
        return scene
    }

    @Test func aSceneIsTheUsersAloneAndReplacedAsAWhole() throws {
        try store.save(scene("one"), as: talk)
        #expect(mode(store.folder) == 0o700 && mode(scratch.file("config")) == 0o700 && mode(store.path(of: talk)) == 0o600)
        try store.save(scene("two"), as: talk)
        #expect(try store.load(talk) == scene("two"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder) == ["talk.json"])
        // A file that is there may be one of another program's, or a link to one: what it points to is left alone.
        let other = scratch.file("other.txt")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
        try store.remove(talk)
        try FileManager.default.createSymbolicLink(atPath: store.path(of: talk), withDestinationPath: other)
        try store.save(scene("three"), as: talk)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
        #expect(try store.load(talk) == scene("three"))
    }

    @Test func foreignFilesAreToldAndLeftAlone() throws {
        #expect(store.list().isEmpty)
        try store.save(scene("one"), as: talk)
        try store.save(scene("two"), as: SceneName("break")!)
        for (name, text) in [("broken.json", "{"), ("notes.txt", "x"), ("Bad Name.json", "{}"), ("huge.json", "")] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: store.folder + "/" + name))
        }
        truncate(store.folder + "/huge.json", 2 << 20)
        mkfifo(store.folder + "/pipe.json", 0o600)
        let list = store.list()
        #expect(list.map(\.name) == ["break", "broken", "huge", "pipe", "talk"])
        #expect(list.map(\.problem.isEmpty) == [true, false, false, false, true] && list[0].overlays == 1)
        for problem in list.map(\.problem) where !problem.isEmpty {
            #expect(problem.contains(store.folder) && !problem.contains("\n"), "\(problem)")
        }
        #expect(list[2].problem.hasSuffix("huge.json cannot be read: it is larger than 1 MiB"))
        #expect(list[3].problem.hasSuffix("pipe.json cannot be read: it is no regular file"))
        let error = #expect(throws: SessionError.self) { try store.load(SceneName("broken")!) }
        #expect(error?.message == "the scene \(store.folder)/broken.json cannot be used: it is no scene: that is not JSON")
    }

    @Test func whatIsNotThereIsNamed() throws {
        var error = #expect(throws: SessionError.self) { try store.load(talk) }
        #expect(error?.message == "there is no scene \"talk\" in \(store.folder): there is none")
        try store.save(scene("one"), as: SceneName("break")!)
        error = #expect(throws: SessionError.self) { try store.load(talk) }
        #expect(error?.message == "there is no scene \"talk\" in \(store.folder): there is break")
        error = #expect(throws: SessionError.self) { try store.remove(talk) }
        #expect(error?.code == .badSetting && error?.message.contains("talk") == true)
    }

    @Test func whereNothingCanBeWrittenIsNamed() throws {
        let file = scratch.file("file")
        try Data().write(to: URL(fileURLWithPath: file))
        let error = #expect(throws: SessionError.self) { try SceneStore(file + "/scenes").save(scene("one"), as: talk) }
        #expect(error?.code == .failed && error?.message.contains(file) == true)
    }

    @Test(arguments: ["", "..", "a/b", "Talk", ".hidden", "9", "a b", String(repeating: "a", count: 33)]) func aNameIsASafeWord(text: String) {
        #expect(SceneName(text) == nil)
    }
}
