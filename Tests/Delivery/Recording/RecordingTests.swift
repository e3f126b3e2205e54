import Fixtures
import Foundation
import MediaFixtures
import Platform
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(15))) struct RecordingTests {
    static let endings = ["flv", "mkv", "mp4", "ts"]

    @Test(arguments: endings)
    func aRecordingIsWhole(ending: String) throws {
        let scratch = Scratch()
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
        let scratch = Scratch()
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
        let scratch = Scratch()
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

    /// In a folder that others may write to, it leads to a file that they can read.
    @Test(.enabled(if: geteuid() == 0)) func aLinkOfAnotherUserIsNotFollowed() throws {
        let scratch = Scratch()
        try "old".write(toFile: scratch.file("theirs"), atomically: false, encoding: .utf8)
        for user in [0, 65534] {
            let link = scratch.file("\(user).mkv")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.file("theirs"))
            #expect(lchown(link, uid_t(user), 0) == 0)
        }
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let refused = try broadcast.add(scratch.file("65534.mkv")) { $0.overwrites = true }
        #expect(Watchdog.until { refused.status.state == .failed })
        #expect(refused.status.lastError?.message.contains("another user") == true, "\(refused.status)")
        #expect(try String(contentsOfFile: scratch.file("theirs"), encoding: .utf8) == "old")
        let own = try broadcast.add(scratch.file("0.mkv")) { $0.overwrites = true }
        #expect(Watchdog.until { own.status.state == .live }, "\(own.status)")
    }

    @Test func aFullDiskEndsThatTargetOnly() throws {
        let scratch = Scratch()
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

    @Test func aRecordingThatIsBegunAgainGoesOnInAnotherFile() throws {
        let scratch = Scratch()
        let media = try TestMedia()
        let packets = try media.packets(seconds: 4, fps: 10)
        let url = try TargetURL(parsing: scratch.file("a.mkv"))
        let sink = RecordingSink(url, TargetSettings(), counting: ByteCount())
        for _ in 0..<2 {
            try sink.open(url, until: .zero) { true }
            try sink.begin([media.video.stream, media.audio.stream], start: media.start, from: packets[0].dts, until: .zero)
            for packet in packets { _ = try sink.write(packet, until: .zero) }
            try sink.finish(until: .zero)
        }
        #expect(scratch.names() == ["a-0002.mkv", "a.mkv"])
        for name in scratch.names() { #expect(Program.probe(scratch.file(name), "packet=pts").count == packets.count) }
    }

    @Test func aRecordingIsForItsOwnerAlone() throws {
        let scratch = Scratch()
        let (file, playlist) = (scratch.file("a.mkv"), scratch.file("live.m3u8"))
        let broadcast = try Broadcast()
        let targets = [try broadcast.add(file), try broadcast.add(playlist)]
        #expect(Watchdog.until { targets.allSatisfy { $0.status.state == .live } })
        broadcast.end()
        func mode(_ path: String) throws -> Int {
            try #require((try FileManager.default.attributesOfItem(atPath: path))[.posixPermissions] as? Int)
        }
        #expect(try mode(file) == 0o600)
        // What a web server of another user offers.
        #expect(try mode(playlist) & ~0o022 == 0o644)
    }

    /// A pipe can no more be put onto a disk than a file onto one that is broken.
    @Test func whatTheDiskRefusesIsTold() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let sync = try FileSync(of: ends[1])
        sync.request()
        #expect(Watchdog.until { sync.failure != nil })
        #expect(sync.failure?.operation == "fdatasync")
        sync.finish(until: .now() + .seconds(10))
    }

    /// A power cut takes the piece at hand, and none before it.
    @Test func eachPieceIsPutOntoTheDisk() throws {
        let scratch = Scratch()
        let media = try TestMedia(fps: 10, keyframeInterval: .seconds(1))
        let url = try TargetURL(parsing: scratch.file("a.mp4"))
        let sink = RecordingSink(url, TargetSettings(), counting: ByteCount(), syncInterval: .zero)
        let packets = try media.packets(seconds: 4, fps: 10)
        try sink.open(url, until: .zero) { true }
        try sink.begin([media.video.stream, media.audio.stream], start: media.start, from: packets[0].dts, until: .zero)
        var pieces = 0
        for packet in packets {
            _ = try sink.write(packet, until: .zero)
            guard packet.kind == .video, packet.isKeyframe else { continue }
            pieces += 1
            // Two requests that a slow disk has not come to are one.
            let isOnDisk = Watchdog.until { (sink.file?.sync?.count ?? 0) >= pieces }
            #expect(isOnDisk, "piece \(pieces)")
        }
        #expect(pieces >= 4)
        try sink.finish(until: .now() + .seconds(10))
    }

    @Test(.enabled(if: access("/proc/self/sched", W_OK) == 0, "a kernel without this file"))
    func aDiskThatRefusesAPieceEndsTheRecording() throws {
        let scratch = Scratch()
        // It takes whatever is written, and knows no fdatasync(2).
        try FileManager.default.createSymbolicLink(atPath: scratch.file("a.ts"), withDestinationPath: "/proc/self/sched")
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(scratch.file("a.ts")) { $0.overwrites = true }
        #expect(Watchdog.until { target.status.state == .live }, "\(target.status)")
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect((target.status.lastError?.cause as? SystemError)?.operation == "fdatasync", "\(target.status)")
    }

    /// A disk across a network says no as late as that.
    @Test func whatTheDiskRefusesAtTheEndIsTold() throws {
        let scratch = Scratch()
        let media = try TestMedia()
        let url = try TargetURL(parsing: scratch.file("a.mkv"))
        let sink = RecordingSink(url, TargetSettings(), counting: ByteCount())
        let packets = try media.packets(seconds: 2, fps: 10)
        try sink.open(url, until: .zero) { true }
        try sink.begin([media.video.stream, media.audio.stream], start: media.start, from: packets[0].dts, until: .zero)
        for packet in packets { _ = try sink.write(packet, until: .zero) }
        sink.file?.connection.closeFile = { descriptor in
            _ = close(descriptor)
            errno = EDQUOT
            return -1
        }
        let error = #expect(throws: DeliveryError.self) { try sink.finish(until: .now() + .seconds(10)) }
        #expect(error?.code == .diskFull && (error?.cause as? SystemError)?.operation == "close", "\(String(describing: error))")
    }

    @Test func aRecordingThatNothingCameForLeavesNoFile() throws {
        let scratch = Scratch()
        let url = try TargetURL(parsing: scratch.file("a.mkv"))
        let sink = RecordingSink(url, TargetSettings(), counting: ByteCount())
        try sink.open(url, until: .zero) { true }
        #expect(scratch.names() == ["a.mkv"])
        try sink.finish(until: .zero)
        #expect(scratch.names() == [])
    }

    @Test func whatIsReplacedStaysUntilThereIsSomethingBetter() throws {
        let scratch = Scratch()
        let media = try TestMedia()
        let packets = try media.packets(seconds: 2, fps: 10)
        try "old".write(toFile: scratch.file("a.mkv"), atomically: false, encoding: .utf8)
        var settings = TargetSettings()
        settings.overwrites = true
        let url = try TargetURL(parsing: scratch.file("a.mkv"))
        let sink = RecordingSink(url, settings, counting: ByteCount())
        try sink.open(url, until: .zero) { true }
        #expect(try String(contentsOfFile: scratch.file("a.mkv"), encoding: .utf8) == "old")
        try sink.begin([media.video.stream, media.audio.stream], start: media.start, from: packets[0].dts, until: .zero)
        #expect(scratch.names() == ["a.mkv"])
        for packet in packets { _ = try sink.write(packet, until: .zero) }
        try sink.finish(until: .zero)
        #expect(Program.decodingComplaints(scratch.file("a.mkv")) == "")
    }
}
