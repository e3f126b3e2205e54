import Delivery
import Fixtures
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct HLSTests {
    @Test func aDirectoryHoldsALivePlaylistAndItsSegments() throws {
        let scratch = Scratch()
        // Of an earlier broadcast.
        try "old".write(toFile: scratch.file("live-000099.ts"), atomically: false, encoding: .utf8)
        let broadcast = try Broadcast(speed: 8)
        let target = try broadcast.add(scratch.file("live.m3u8"))
        #expect(broadcast.goesOn(pictures: 30 * 25))
        let live = try String(contentsOfFile: scratch.file("live.m3u8"), encoding: .utf8)
        #expect(!live.contains("ENDLIST") && live.contains("#EXT-X-TARGETDURATION:2\n"))
        let listed = live.split(separator: "\n").filter { $0.hasSuffix(".ts") }.map(String.init)
        #expect(listed.count == 6)
        let segments = scratch.names().filter { $0.hasSuffix(".ts") }
        #expect(segments.count <= 6 + 3 + 1 && !segments.contains("live-000099.ts"), "\(segments)")
        broadcast.end()
        #expect(target.status.state == .closed && target.status.lastError == nil)
        let ended = try String(contentsOfFile: scratch.file("live.m3u8"), encoding: .utf8)
        // Not while it is live: a segment may be gone before it is looked at.
        for name in ended.split(separator: "\n").filter({ $0.hasSuffix(".ts") }).map(String.init) {
            let rows = Program.probe(scratch.file(name), "packet=flags", ["-select_streams", "v"])
            #expect(rows.first?.first?.hasPrefix("K") == true, "\(name) does not start with a key frame")
            // A player that begins here needs the tables before anything else.
            let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.file(name)))
            let early = (0..<3).map { Int(bytes[$0 * 188 + 1] & 0x1F) << 8 | Int(bytes[$0 * 188 + 2]) }
            #expect(early.contains(0) && !early.contains(256), "\(name): packets of \(early)")
        }
        #expect(ended.hasSuffix("#EXT-X-ENDLIST\n"))
        #expect(Program.decodingComplaints(scratch.file("live.m3u8")) == "")
        #expect(!scratch.names().contains { $0.hasSuffix(".tmp") })
    }
}
