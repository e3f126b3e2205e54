import AppGroup
import Delivery
import Foundation
import MediaBed
import Testing

@Suite(.timeLimit(.minutes(15))) struct RecordingTests {
    static let endings = ["flv", "mkv", "mp4", "ts"]

    @Test(arguments: endings)
    func aRecordingIsWhole(ending: String) throws {
        let scratch = ScratchDirectory()
        let broadcast = try Broadcast()
        let target = try broadcast.add(scratch.file("a.\(ending)"))
        #expect(broadcast.goesOn(pictures: 150))
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil)
        #expect(target.status.droppedPictures + target.status.droppedSounds == 0)
        #expect(Program.decodingComplaints(scratch.file("a.\(ending)")) == "")
        #expect(Program.probe(scratch.file("a.\(ending)"), "packet=pts").count == target.status.packetsSent)
    }

    /// What a `kill -9` would leave behind, on a desktop with 2 pictures a second and on a moving one.
    @Test(arguments: endings, [2, 30])
    func aCopyOfTheOpenFileLacksTwoSecondsAtMost(ending: String, fps: Int) throws {
        let scratch = ScratchDirectory()
        let broadcast = try Broadcast(fps: fps)
        defer { broadcast.end() }
        let target = try broadcast.add(scratch.file("a.\(ending)"))
        #expect(Watchdog.until { target.status.state == .live })
        let first = broadcast.pictures
        #expect(broadcast.goesOn(pictures: fps * 9))
        let atLeast = broadcast.pictures - first
        try FileManager.default.copyItem(atPath: scratch.file("a.\(ending)"), toPath: scratch.file("copy.\(ending)"))
        let run = Program.run(
            "ffprobe",
            [
                "-v", "quiet", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0",
                scratch.file("copy.\(ending)"),
            ])
        let frames = Int(run.text.split(whereSeparator: { !$0.isNumber }).first ?? "0") ?? 0
        // Two seconds of media, and what the queues of a faster-than-life broadcast hold.
        #expect(frames >= atLeast - fps * 5 / 2, "\(frames) of \(atLeast)")
    }

    @Test func aFileThatExistsIsNotTouched() throws {
        let scratch = ScratchDirectory()
        try "precious".write(toFile: scratch.file("a.mkv"), atomically: false, encoding: .utf8)
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let refused = try broadcast.add(scratch.file("a.mkv"))
        #expect(Watchdog.until { refused.status.state == .failed })
        #expect(refused.status.lastError?.code == .exists)
        #expect(try String(contentsOfFile: scratch.file("a.mkv"), encoding: .utf8) == "precious")
        let allowed = try broadcast.add(scratch.file("a.mkv")) { $0.overwrites = true }
        #expect(Watchdog.until { allowed.status.state == .live })
    }

    @Test func aFullDiskEndsThatTargetOnly() throws {
        let scratch = ScratchDirectory()
        // A device that is always full; the name decides the container.
        try FileManager.default.createSymbolicLink(atPath: scratch.file("full.mkv"), withDestinationPath: "/dev/full")
        let broadcast = try Broadcast()
        let full = try broadcast.add(scratch.file("full.mkv")) { $0.overwrites = true }
        let other = try broadcast.add(scratch.file("other.mkv"))
        #expect(Watchdog.until { full.status.state == .failed }, "\(full.status)")
        #expect(full.status.lastError?.code == .diskFull)
        #expect(broadcast.goesOn(pictures: 60))
        broadcast.end()
        #expect(other.status.state == .closed && other.status.droppedPictures == 0)
        #expect(Program.decodingComplaints(scratch.file("other.mkv")) == "")
    }

    /// Needs a file system of its own, so the right to mount one.
    @Test(.enabled(if: geteuid() == 0), arguments: endings)
    func whatFitsOnAFullDiskPlays(ending: String) throws {
        let scratch = ScratchDirectory()
        let small = scratch.file("small")
        try FileManager.default.createDirectory(atPath: small, withIntermediateDirectories: true)
        guard Program.run("mount", ["-t", "tmpfs", "-o", "size=300k", "tmpfs", small]).status == 0 else { return }
        defer { _ = Program.run("umount", [small]) }
        let broadcast = try Broadcast()
        let target = try broadcast.add(small + "/a.\(ending)")
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.lastError?.code == .diskFull)
        broadcast.end()
        let played = Program.probe(small + "/a.\(ending)", "packet=pts_time", ["-select_streams", "v"])
        #expect(played.count > 20, "\(played.count)")
    }
}
