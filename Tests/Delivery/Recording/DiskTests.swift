import Fixtures
import Foundation
import MediaFixtures
import Platform
import Testing

@testable import Delivery

/// Disks that run full. Most need a file system of their own, so the right to mount one.
@Suite(.timeLimit(.minutes(15)), .enabled(if: geteuid() == 0, "only root can make a small disk")) struct DiskTests {
    /// A file system of its own, in memory.
    private final class SmallDisk {
        let scratch = Scratch()
        var path: String { scratch.file("small") }

        init(_ size: String) throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let mounted = Program.run("mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path])
            try #require(mounted.status == 0, "\(mounted.complaints)")
        }

        deinit { _ = Program.run("umount", [path]) }

        func file(_ name: String) -> String { path + "/" + name }

        var freeBytes: Int {
            var facts = statvfs()
            return statvfs(path, &facts) == 0 ? Int(facts.f_bavail) * Int(facts.f_frsize) : 0
        }
    }

    @Test(arguments: RecordingTests.endings)
    func aRecordingEndsCompleteBeforeItsDiskIsFull(ending: String) throws {
        let disk = try SmallDisk("12m")
        let broadcast = try Broadcast(speed: 8)
        let target = try broadcast.add(disk.file("a.\(ending)")) { $0.minFreeBytes = 11_000_000 }
        let other = try broadcast.add(disk.scratch.file("other.\(ending)"))
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.lastError?.code == .diskFull, "\(target.status)")
        #expect(target.status.lastError?.message.contains("less than the 11 MB that stay free") == true, "\(target.status)")
        #expect(disk.freeBytes > 9_000_000 && disk.freeBytes < 11_000_000, "\(disk.freeBytes)")
        // Not a piece is missing; the packet after which there was too little room is in it, but does not count as sent.
        #expect(Program.probe(disk.file("a.\(ending)"), "packet=pts").count == target.status.packetsSent + 1)
        #expect(Program.decodingComplaints(disk.file("a.\(ending)")) == "")
        #expect(broadcast.goesOn(pictures: 60))
        broadcast.end()
        #expect(other.status.state == .closed && other.status.droppedPictures == 0)
    }

    @Test func aDiskThatIsNearlyFullGetsNoRecording() throws {
        let disk = try SmallDisk("1m")
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(disk.file("a.mkv")) { $0.minFreeBytes = 5_000_000 }
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.lastError?.code == .diskFull && target.status.lastError?.message.contains("make room") == true, "\(target.status)")
        #expect(!FileManager.default.fileExists(atPath: disk.file("a.mkv")))
    }

    @Test func aRecordingThatCannotBeReplacedStays() throws {
        let disk = try SmallDisk("64k")
        try Data(repeating: 7, count: 60_000).write(to: URL(fileURLWithPath: disk.file("a.mkv")))
        let broadcast = try Broadcast()
        defer { broadcast.end() }
        let target = try broadcast.add(disk.file("a.mkv")) { $0.overwrites = true }
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.lastError?.code == .diskFull, "\(target.status)")
        // The header fitted or it did not: never half of the one and half of the other.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: disk.file("a.mkv")))
        #expect(bytes == Data(repeating: 7, count: 60_000) || Program.probe(disk.file("a.mkv"), "packet=pts").count > 0)
    }

    /// Segments are left out while there is no room: the target is no recording that would be destroyed.
    @Test func aPlaylistGoesOnWhenItsDiskHasRoomAgain() throws {
        let disk = try SmallDisk("8m")
        let broadcast = try Broadcast(speed: 4)
        let target = try broadcast.add(disk.file("live.m3u8"))
        #expect(broadcast.goesOn(pictures: 200) && target.status.state == .live)
        let filler = try #require(fopen(disk.file("filler"), "w"))
        setvbuf(filler, nil, Int32(_IONBF), 0)
        let block = [UInt8](repeating: 7, count: 4096)
        while fwrite(block, 1, block.count, filler) == block.count {}
        fclose(filler)
        #expect(Watchdog.until { target.status.state == .reconnecting }, "\(target.status)")
        #expect(target.status.lastError?.message.hasSuffix("/small is full: segments are left out until there is room") == true, "\(target.status)")
        // It is not tried with every picture.
        #expect(broadcast.goesOn(pictures: 100) && target.status.reconnects == 0, "\(target.status)")
        unlink(disk.file("filler"))
        #expect(Watchdog.until { target.status.state == .live && target.status.reconnects == 1 }, "\(target.status)")
        #expect(broadcast.goesOn(pictures: 200))
        broadcast.end()
        let text = textOfFile(disk.file("live.m3u8"))
        #expect(target.status.state == .closed && text.hasSuffix("#EXT-X-ENDLIST\n"))
        for name in text.split(separator: "\n").filter({ $0.hasSuffix(".ts") }) { #expect(Program.decodingComplaints(disk.file(String(name))) == "") }
    }

    @Test(arguments: RecordingTests.endings)
    func whatFitsOnAFullDiskPlays(ending: String) throws {
        let disk = try SmallDisk("300k")
        let broadcast = try Broadcast()
        let target = try broadcast.add(disk.file("a.\(ending)"))
        #expect(Watchdog.until { target.status.state == .failed }, "\(target.status)")
        #expect(target.status.lastError?.code == .diskFull)
        broadcast.end()
        let played = Program.probe(disk.file("a.\(ending)"), "packet=pts_time", ["-select_streams", "v"])
        #expect(played.count > 20, "\(played.count)")
    }

    @Test(arguments: RecordingTests.endings)
    func aClipThatFindsNoRoomIsNotThere(ending: String) throws {
        let disk = try SmallDisk("64k")
        let media = try TestMedia()
        let buffer = ReplayBuffer(ReplayLimits(span: .seconds(5), byteCount: 10_000_000), hasPictures: true)
        for packet in try media.packets(seconds: 5, fps: 30) { buffer.take(packet) }
        let error = #expect(throws: DeliveryError.self) {
            try buffer.save(
                to: try TargetURL(parsing: disk.file("clip.\(ending)")), streams: [media.video.stream, media.audio.stream], last: nil,
                TargetSettings())
        }
        #expect(error?.code == .diskFull && error?.message.contains("nothing was saved: make room") == true, "\(String(describing: error))")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }

    @Test func freeRoomIsLookedAtNowAndThen() {
        var guarding = DiskGuard(minFreeBytes: 1000)
        let start = MediaTime(nanoseconds: 1_000_000_000)
        let looks: [(bytes: Int, milliseconds: Int, isDue: Bool)] = [
            (1, 0, true), (1, 400, false), (1, 500, true), (1, 501, false), (5 << 20, 502, true),
        ]
        for look in looks {
            let isDue = guarding.isDue(written: look.bytes, at: start + .milliseconds(look.milliseconds))
            #expect(isDue == look.isDue, "\(look)")
        }
        #expect(guarding.isTooFew(999) && !guarding.isTooFew(1000) && !guarding.isTooFew(nil))
        // 1000 bits a second: ten minutes are 75,000 bytes.
        for (free, left) in [(80_000, nil), (60_000, 472), (50_000, nil), (1000, nil), (160_000, nil), (13_500, 100)] as [(Int, Double?)] {
            #expect(guarding.filling(free, bitsPerSecond: 1000)?.inSeconds == left, "\(free)")
        }
        var careless = DiskGuard(minFreeBytes: nil)
        let isDue = careless.isDue(written: 1 << 30, at: start)
        #expect(!isDue && !careless.isTooFew(0) && careless.filling(0, bitsPerSecond: 1000) == nil)
    }
}
