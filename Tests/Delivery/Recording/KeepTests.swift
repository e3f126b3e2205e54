import Fixtures
import Foundation
import Glibc
import Platform
import Testing

@testable import Delivery

/// Older files of a recording give way, and nothing else does.
@Suite(.timeLimit(.minutes(5))) struct KeepTests {
    private let scratch = Scratch()

    private func make(_ name: String, _ fingerprint: String?, bytes: Int = 1000, daysOld: Int = 0) throws -> String {
        let path = scratch.file(name)
        try Data(repeating: 7, count: bytes).write(to: URL(fileURLWithPath: path))
        if let fingerprint {
            let descriptor = open(path, O_WRONLY)
            defer { close(descriptor) }
            let isSet = FileAttribute.set(RecordingMark.attribute, RecordingMark.value(fingerprint, of: path), of: descriptor)
            try #require(isSet, "this disk keeps no attributes")
        }
        var times = [timespec(tv_sec: time(nil) - daysOld * 86_400, tv_nsec: 0), timespec(tv_sec: time(nil) - daysOld * 86_400, tv_nsec: 0)]
        utimensat(AT_FDCWD, path, &times, 0)
        return path
    }

    private func keeper(_ keep: RecordingKeep, _ name: String) throws -> RecordingKeeper {
        let url = try TargetURL(parsing: scratch.file(name))
        return RecordingSink.keeper(keep, of: url, isSplit: true)
    }

    @Test func onlyOwnFilesOfThatNameAreDeleted() throws {
        let keeper = try keeper(.age(.seconds(14 * 86_400)), "talk-%Y-%m-%d.mkv")
        let mine = keeper.fingerprint
        let old = [try make("talk-2026-01-02.mkv", mine, daysOld: 20), try make("talk-2026-01-02-2.mkv", mine, daysOld: 19)]
        _ = try make("talk-2026-01-03.mkv", nil, daysOld: 20)
        _ = try make("talk-2026-01-04.mkv", "feed", daysOld: 20)
        _ = try make("talk-2026-01.mkv", mine, daysOld: 20)
        _ = try make("talk-2026-01-05.mkv.bak", mine, daysOld: 20)
        _ = try make("talk-2026-01-06.mkv", mine, daysOld: 13)
        symlink(scratch.file("talk-2026-01-06.mkv"), scratch.file("talk-2026-01-07.mkv"))
        let current = try make("talk-2026-01-08.mkv", mine, daysOld: 30)
        let notes = keeper.tidy(current: current, at: time(nil))
        #expect(notes == old.map { .deleted($0, bytes: 1000) })
        #expect(
            scratch.names() == [
                "talk-2026-01-03.mkv", "talk-2026-01-04.mkv", "talk-2026-01-05.mkv.bak", "talk-2026-01-06.mkv", "talk-2026-01-07.mkv",
                "talk-2026-01-08.mkv", "talk-2026-01.mkv",
            ])
    }

    /// The attribute goes along with both.
    @Test func whatWasRenamedOrCopiedStays() throws {
        let keeper = try keeper(.age(.seconds(86_400)), "talk-%Y-%m-%d.mkv")
        let old = try make("talk-2026-01-02.mkv", keeper.fingerprint, daysOld: 20)
        let moved = try make("talk-2026-01-03.mkv", keeper.fingerprint, daysOld: 20)
        rename(moved, scratch.file("talk-2026-01-04.mkv"))
        #expect(Program.run("cp", ["-a", old, scratch.file("talk-2026-01-05.mkv")]).status == 0)
        #expect(FileAttribute.value(RecordingMark.attribute, of: scratch.file("talk-2026-01-05.mkv")) != nil)
        #expect(keeper.tidy(current: "", at: time(nil)) == [.deleted(old, bytes: 1000)])
        #expect(scratch.names() == ["talk-2026-01-04.mkv", "talk-2026-01-05.mkv"])
    }

    @Test(arguments: ["./", "/", ".//./"]) func anotherSpellingOfTheFolderFindsTheSame(folder: String) throws {
        let keeper = try keeper(.age(.seconds(86_400)), folder + "%Y/./talk-%m.mkv")
        try FileManager.default.createDirectory(atPath: scratch.file("2026"), withIntermediateDirectories: true)
        let old = try make("2026/talk-01.mkv", keeper.fingerprint, daysOld: 20)
        #expect(keeper.tidy(current: "", at: time(nil)) == [.deleted(old, bytes: 1000)])
    }

    @Test func theOldestGoFirstUntilTheRestFits() throws {
        let keeper = try keeper(.bytes(3500), "talk.mkv")
        let mine = keeper.fingerprint
        let files = try (1...5).map { try make("talk-000\($0).mkv", mine, daysOld: 6 - $0) }
        _ = try make("talk-1.mkv", mine, bytes: 9000, daysOld: 9)
        let notes = keeper.tidy(current: files[0], at: time(nil))
        #expect(notes == [.deleted(files[1], bytes: 1000), .deleted(files[2], bytes: 1000)])
    }

    @Test func foldersOfTheTimeAreLookedThrough() throws {
        for folder in ["2025/11", "2026/01", "other/01"] {
            try FileManager.default.createDirectory(atPath: scratch.file(folder), withIntermediateDirectories: true)
        }
        let keeper = try keeper(.age(.seconds(86_400)), "%Y/%m/a-%H.mkv")
        let old = [try make("2025/11/a-07.mkv", keeper.fingerprint, daysOld: 9), try make("2026/01/a-07.mkv", keeper.fingerprint, daysOld: 8)]
        _ = try make("other/01/a-07.mkv", keeper.fingerprint, daysOld: 8)
        #expect(keeper.tidy(current: "", at: time(nil)) == old.map { .deleted($0, bytes: 1000) })
        #expect(FileManager.default.fileExists(atPath: scratch.file("other/01/a-07.mkv")))
    }

    /// A real recording, whose parts replace each other.
    @Test func aRecordingStaysWithinItsSize() throws {
        let broadcast = try Broadcast(speed: 8)
        let target = try broadcast.add(scratch.file("talk-%Y.mkv")) { ($0.split, $0.keep) = (.every(.seconds(2)), .bytes(700_000)) }
        var notes: [RecordingNote] = []
        #expect(
            Watchdog.until {
                notes += target.releaseNotes()
                return notes.count >= 3
            }, "\(target.status)")
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil, "\(target.status)")
        let year = Calendar.current.component(.year, from: Date())
        let deleted = notes.compactMap { if case .deleted(let file, _) = $0 { file } else { nil } }
        #expect(deleted.first == scratch.file("talk-\(year).mkv"), "\(notes)")
        let current = try #require(target.status.file)
        let bytes = scratch.names().filter { scratch.file($0) != current }.reduce(0) {
            $0 + ((try? FileManager.default.attributesOfItem(atPath: scratch.file($1))[.size] as? Int) ?? 0)  // it may have gone
        }
        #expect(bytes <= 700_000 && FileManager.default.fileExists(atPath: current), "\(bytes)")
    }
}
