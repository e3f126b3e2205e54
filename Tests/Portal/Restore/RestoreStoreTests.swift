import Fixtures
import Foundation
import Testing

@testable import Portal

@Suite struct RestoreStoreTests {
    private let scratch: Scratch
    private let store: RestoreStore
    private let choice = CastChoice(sources: [.window, .monitor])

    init() throws {
        scratch = Scratch()
        store = RestoreStore(directory: scratch.file("a/b/splitcast"), desktop: "GNOME:Classic")
    }

    private var path: String { scratch.file("a/b/splitcast/cast-gnome-classic-monitor+window") }
    private func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int  // none for what is not there
    }

    @Test func aTokenIsKeptForTheUserAlone() {
        #expect(store.record(for: choice) == nil)
        #expect(store.take(.renewed("secret"), for: choice))
        #expect(store.token(for: choice) == "secret" && store.record(for: choice)?.state == .valid)
        #expect(mode(path) == 0o600 && mode(scratch.file("a/b/splitcast")) == 0o700 && mode(scratch.file("a")) == 0o700)
        #expect(try! FileManager.default.contentsOfDirectory(atPath: store.directory).count == 1)
    }

    @Test func eachKindAndEachDesktopHasItsOwn() {
        _ = store.take(.renewed("one"), for: choice)
        #expect(store.token(for: CastChoice(sources: [.monitor])) == nil)
        #expect(RestoreStore(directory: store.directory, desktop: "sway").token(for: choice) == nil)
    }

    @Test func aTokenGoesWithItsState() {
        _ = store.take(.renewed("secret"), for: choice)
        #expect(!store.take(.notGiven, for: choice))
        #expect(store.token(for: choice) == nil && store.record(for: choice)?.state == .stale)
        _ = store.take(.renewed("other"), for: choice)
        #expect(!store.take(.revoked, for: choice))
        #expect(store.token(for: choice) == nil && store.record(for: choice)?.state == .revoked)
        #expect(!textOfFile(path).contains("other"))
    }

    @Test func whereNothingWasKeptNothingIsWritten() {
        #expect(!store.take(.notGiven, for: choice))
        #expect(!FileManager.default.fileExists(atPath: store.directory))
    }

    @Test(arguments: ["", "two\nlines", String(repeating: "x", count: 4097)]) func whatIsNoTokenIsNotKept(token: String) {
        #expect(!store.take(.renewed(token), for: choice))
        #expect(store.token(for: choice) == nil)
    }

    @Test(arguments: [
        "", "token secret\n", "splitcast restore 1\nstate valid\n", "splitcast restore 1\nstate odd\ntoken secret\n",
        "splitcast restore 2\nstate valid\ntoken secret\n", "splitcast restore 1\nstate stale\ntoken secret\n",
    ]) func aFileThatMakesNoSenseIsNone(text: String) throws {
        _ = store.take(.renewed("secret"), for: choice)
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        #expect(store.record(for: choice) == nil)
    }

    @Test func aSecretThatOthersMayReadOrPlacedIsNone() throws {
        _ = store.take(.renewed("secret"), for: choice)
        chmod(path, 0o640)
        #expect(store.token(for: choice) == nil)
        chmod(path, 0o600)
        #expect(store.token(for: choice) == "secret")
        try FileManager.default.moveItem(atPath: path, toPath: scratch.file("moved"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: scratch.file("moved"))
        #expect(store.token(for: choice) == nil)
    }

    @Test func wherePlaceCannotBeMadeNothingIsKept() throws {
        try scratch.write("", to: "file")
        #expect(!RestoreStore(directory: scratch.file("file/below"), desktop: "x").take(.renewed("secret"), for: choice))
    }
}
