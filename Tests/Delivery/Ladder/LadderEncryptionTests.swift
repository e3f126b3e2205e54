import Fixtures
import Foundation
import Protocols
import Testing

@testable import Delivery

/// Segments that are encrypted as a whole, and the files with their keys.
@Suite(.timeLimit(.minutes(5))) struct LadderEncryptionTests {
    /// The keys that a playlist names, by the file names of its segments.
    private func keys(_ text: String) throws -> [(segment: String, uri: String, vector: [UInt8])] {
        var (found, key): ([(String, String, [UInt8])], (uri: String, vector: [UInt8])?) = ([], nil)
        for line in text.split(separator: "\n") {
            if let match = line.firstMatch(of: /#EXT-X-KEY:METHOD=AES-128,URI="([^"]+)",IV=0x([0-9a-f]{32})/) {
                let digits = Array(String(match.2))
                key = (String(match.1), stride(from: 0, to: 32, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) })
            }
            if line == "#EXT-X-KEY:METHOD=NONE" { key = nil }
            // A header is no secret, and stands before the key that would be its own.
            if line.hasPrefix("#EXT-X-MAP") { #expect(key == nil, "\(text)") }
            if !line.hasPrefix("#"), let key { found.append((String(line), key.uri, key.vector)) }
        }
        return found
    }

    private func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    /// ffmpeg reads keys of other names than media's from files only where it is told to.
    private func read(_ playlist: String) -> (status: Int32?, complaints: String) {
        let run = Program.run("ffmpeg", ["-v", "error", "-allowed_extensions", "ALL", "-i", playlist, "-map", "0", "-f", "null", "-"])
        return (run.status, run.complaints)
    }

    @Test func playersDecryptEverySegment() throws {
        let fixture = try LadderFixture(window: .everything, encryption: LadderEncryption(rotation: 2))
        try fixture.play(9)
        // A header in the middle.
        try fixture.replaceEncoder(1, width: 224)
        try fixture.play(3)
        try fixture.finish()
        let master = fixture.text("master.m3u8")
        #expect(!master.contains("I-FRAME") && !fixture.scratch.names().contains { $0.contains("iframes") }, "\(master)")
        for name in LadderFixture.names {
            let text = fixture.text("master-\(name).m3u8")
            let keys = try keys(text)
            let segments = fixture.playlist(name).segments
            #expect(keys.map(\.segment) == segments.map(\.name), "\(text)")
            #expect(keys.map(\.uri).indices.allSatisfy { $0 == 0 || (keys[$0].uri == keys[$0 - 1].uri) == ($0 % 2 == 1) }, "\(text)")
            #expect(Set(keys.map(\.vector)).count == keys.count)
            for key in keys {
                let file = fixture.scratch.file(key.uri)
                let mode = try #require(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int)
                #expect(mode == 0o600)
                let decryption = try AESDecryption(key: bytes(file), initializationVector: key.vector)
                let cipher = try bytes(fixture.scratch.file(key.segment))
                let plain = try cipher.withUnsafeBytes { try decryption.update($0) } + decryption.finish()
                #expect(!TrackFragment.all(in: plain).isEmpty && TrackFragment.all(in: cipher).isEmpty)
            }
        }
        let whole = read(fixture.scratch.file("master.m3u8"))
        #expect(whole.status == 0 && whole.complaints == "", "\(whole)")
        #expect(fixture.complaints == [])
        // With another key nothing is shown.
        let key = fixture.scratch.file(try keys(fixture.text("master-90p.m3u8"))[0].uri)
        try Data((0..<16).map { UInt8($0) }).write(to: URL(fileURLWithPath: key))
        #expect(read(fixture.scratch.file("master-90p.m3u8")).complaints != "")
    }

    /// Keys go when the last segment goes that needs them; those of an earlier broadcast at the beginning.
    @Test func keysAreKeptAsLongAsTheirSegments() throws {
        let fixture = try LadderFixture(interval: .milliseconds(500), encryption: LadderEncryption(rotation: 3))
        try fixture.play(20)
        let kept = fixture.scratch.names().filter { $0.hasPrefix("master-90p-key-") }
        let files = Set(fixture.scratch.names().filter { $0.hasPrefix("master-90p-") && $0.hasSuffix(".m4s") })
        #expect(files.count >= 12 && files.count <= 16 && kept.count <= 7, "\(kept) of \(files)")
        #expect(try Set(keys(fixture.text("master-90p.m3u8")).map(\.uri)).isSubset(of: kept))
        try fixture.finish()
        let (scratch, next) = (fixture.scratch, LadderEncryption())
        try scratch.write("mine", to: "master-90p-key-notes.key")
        var keys = SegmentKeys(next, stem: "master-90p", playlist: scratch.file("master-90p.m3u8"))
        keys.removeLeftovers()
        #expect(scratch.names().filter { $0.hasPrefix("master-90p-key-") } == ["master-90p-key-notes.key"])
        // One key for all.
        let names = try (0..<5).map { try keys.next($0, "1", until: .now()).0.name }
        #expect(Set(names).count == 1)
    }

    @Test func keysAreWrittenAndNamedWhereTheUserSays() throws {
        let secrets = Scratch()
        let fixture = try LadderFixture(
            encryption: LadderEncryption(keyURI: "https://keys.example.com/talk?key=", keyFolder: secrets.path))
        try fixture.play(5)
        try fixture.finish()
        let uri = try #require(try keys(fixture.text("master-180p.m3u8")).first?.uri)
        #expect(uri.hasPrefix("https://keys.example.com/talk?key=master-180p-key-") && uri.hasSuffix(".key"))
        #expect(secrets.names().count == 3 && secrets.names().contains(String(uri.split(separator: "=")[1])))
        #expect(!fixture.scratch.names().contains { $0.hasSuffix(".key") })
    }
}
