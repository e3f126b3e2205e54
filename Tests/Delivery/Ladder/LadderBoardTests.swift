import Fixtures
import Foundation
import Platform
import Testing

@testable import Delivery

/// Segments in parts, for players that are close behind.
@Suite(.timeLimit(.minutes(5))) struct LadderBoardTests {
    private func playlist(_ fixture: LadderFixture, _ name: String, skips: Bool = false) async throws -> String {
        guard case .playlist(let text)? = await fixture.ladder.board?.answer("master-\(name).m3u8", skips: skips) else {
            throw FixtureError("no playlist of \(name)")
        }
        return text
    }

    /// Of each part its length, its name, and whether it says that a decoder can begin with it.
    private func parts(_ text: String) -> [(span: Double, name: String, isIndependent: Bool)] {
        text.matches(of: /#EXT-X-PART:DURATION=([0-9.]+),URI="([^"]+)"(,INDEPENDENT=YES)?/).map {
            (Double($0.1) ?? -1, String($0.2), $0.3 != nil)
        }
    }

    @Test func partsMakeUpTheirSegments() async throws {
        let fixture = try LadderFixture(fps: 30, hasLowLatency: true)
        try fixture.play(9)
        for name in LadderFixture.names {
            let text = try await playlist(fixture, name)
            #expect(text.contains("#EXT-X-VERSION:9\n") && text.contains("CAN-BLOCK-RELOAD=YES"))
            let target = try #require(text.firstMatch(of: /PART-TARGET=([0-9.]+)/).flatMap { Double($0.1) })
            let listed = parts(text)
            #expect(listed.count > 25 && listed.allSatisfy { $0.span <= target }, "\(listed)")
            // Shorter ones end a segment.
            let segments = Dictionary(grouping: listed) { String($0.name.split(separator: ".")[0]) }
            for (segment, parts) in segments {
                #expect(parts.dropLast().allSatisfy { $0.span >= target * 0.85 - 0.001 }, "\(segment): \(parts)")
                #expect(parts.map(\.isIndependent) == parts.indices.map { $0 == 0 || name.hasPrefix("audio") })
                var bytes: [UInt8] = []
                for part in parts { if case .part(let piece)? = await fixture.ladder.board?.answer(part.name) { bytes += piece } }
                let file = fixture.scratch.file(segment + ".m4s")
                guard FileManager.default.fileExists(atPath: file) else { continue }
                let whole = try Data(contentsOf: URL(fileURLWithPath: file))
                #expect(Data(bytes) == whole, "\(segment)")
            }
            // The next one is named, and the other renditions' newest.
            let last = try #require(listed.last?.name.split(separator: "."))
            #expect(text.contains("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(last[0]).\((Int(last[1]) ?? -9) + 1).m4s\""))
            #expect(text.matches(of: /#EXT-X-RENDITION-REPORT/).count == 2, "\(text)")
            for other in LadderFixture.names where other != name {
                let newest = try #require(parts(try await playlist(fixture, other)).last?.name.split(separator: "."))
                let report = "LAST-MSN=\(Int(newest[0].suffix(6)) ?? -1),LAST-PART=\(newest[1])\n"
                #expect(text.contains("#EXT-X-RENDITION-REPORT:URI=\"master-\(other).m3u8\",\(report)"), "\(report) \(text)")
            }
            // The folder's own playlist is for servers that know nothing of this.
            #expect(!fixture.text("master-\(name).m3u8").contains("EXT-X-PART"))
        }
        try fixture.finish()
        #expect(fixture.complaints == [])
        #expect(try await playlist(fixture, "90p").hasSuffix("#EXT-X-ENDLIST\n"))
        #expect(Program.decodingComplaints(fixture.scratch.file("master-180p.m3u8")) == "")
    }

    /// What is asked for before it is there comes when it is.
    @Test func answersWaitForWhatIsAskedFor() async throws {
        let fixture = try LadderFixture(fps: 30, hasLowLatency: true)
        try fixture.play(5)
        let board = try #require(fixture.ladder.board)
        let hint = try #require(try await playlist(fixture, "90p").firstMatch(of: /PRELOAD-HINT:TYPE=PART,URI="([^"]+)"/).map { String($0.1) })
        async let whole = board.answer("master-180p.m3u8", number: 2)
        async let part = board.answer("master-90p.m3u8", number: 3, part: 1)
        async let hinted = board.answer(hint)
        try fixture.play(3)
        guard case .playlist(let first) = await whole, case .playlist(let second) = await part, case .part(let bytes) = await hinted else {
            Issue.record("nothing came")
            return
        }
        #expect(MediaPlaylist(first).segments.contains { $0.number == 2 })
        #expect(parts(second).contains { $0.name.hasSuffix("000003.1.m4s") }, "\(second)")
        #expect(!bytes.isEmpty)
        for (number, part) in [(9, nil), (nil, 1)] as [(Int?, Int?)] {
            guard case .tooFar = await board.answer("master-90p.m3u8", number: number, part: part) else {
                Issue.record("segment \(String(describing: number)) was waited for")
                continue
            }
        }
        if case .unknown = await board.answer("master.m3u8") {} else { Issue.record("the master is a file") }
        try fixture.finish()
    }

    @Test func oldSegmentsAreLeftOutForReadersThatHaveThem() async throws {
        let fixture = try LadderFixture(fps: 30, window: .everything, interval: .milliseconds(500), hasLowLatency: true)
        try fixture.play(12)
        let (whole, short) = (try await playlist(fixture, "90p"), try await playlist(fixture, "90p", skips: true))
        // Of segments of half a second, six seconds stay.
        let skipped = try #require(short.firstMatch(of: /#EXT-X-SKIP:SKIPPED-SEGMENTS=([0-9]+)/).flatMap { Int($0.1) })
        #expect(whole.contains("CAN-SKIP-UNTIL=6.0") && !whole.contains("EXT-X-SKIP"))
        let (all, rest) = (MediaPlaylist(whole).segments, MediaPlaylist(short).segments)
        #expect(skipped == all.count - rest.count && rest.count == 12 && rest.map(\.name) == all.suffix(12).map(\.name))
        try fixture.finish()
    }

    /// Parts that do not come are listed as missing, none longer than a part may be, and are not served.
    @Test func whatIsMissingOfASegmentIsListedPartByPart() async throws {
        let fixture = try LadderFixture(fps: 30, hasLowLatency: true)
        try fixture.play(3)
        let silent = fixture.sinks[1]
        try silent.look(at: try #require(silent.due), until: .now() + .seconds(60))
        let text = try await playlist(fixture, "90p")
        let listed = parts(text), target = try #require(text.firstMatch(of: /PART-TARGET=([0-9.]+)/).flatMap { Double($0.1) })
        let missing = text.matches(of: /#EXT-X-PART:DURATION=[0-9.]+,URI="([^"]+)",GAP=YES/).map { String($0.1) }
        #expect(listed.allSatisfy { $0.span <= target + 0.0005 } && (4...6).contains(missing.count), "\(listed)")
        #expect(abs(listed.map(\.span).reduce(0, +) - 4) < 0.001, "\(listed)")
        guard case .unknown? = await fixture.ladder.board?.answer(missing[0]) else {
            Issue.record("\(missing[0]) is served")
            return
        }
        try fixture.finish()
        #expect(fixture.complaints == [])
    }
}
