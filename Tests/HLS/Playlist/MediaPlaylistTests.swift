import HLS
import Testing

@Suite struct MediaPlaylistTests {
    @Test func aPlainPlaylistIsRead() throws {
        let playlist = try MediaPlaylist(MediaSamples.plain)
        #expect(playlist.targetDuration == 10 && playlist.version == 3 && playlist.kind == "VOD" && playlist.hasEnded)
        #expect(playlist.segments.map(\.duration) == [9.009, 9.009, 3.003] && playlist.segments.map(\.number) == [0, 1, 2])
        #expect(playlist.segments[1].title == "A title, with a comma" && playlist.segments[2].uri == "http://media.example.com/third.ts")
    }

    @Test func rangesHeadersAndDiscontinuitiesAreRead() throws {
        let segments = try MediaPlaylist(MediaSamples.ranges).segments
        #expect(segments.map(\.byteRange) == [ByteRange(offset: 719, length: 1_508_000), ByteRange(offset: 1_508_719, length: 1_510_244), nil])
        #expect(segments.map(\.map?.uri) == ["main.mp4", "main.mp4", "ad.mp4"])
        #expect(segments[0].map?.byteRange == ByteRange(offset: 0, length: 719) && segments[2].map?.byteRange == nil)
        #expect(segments.map(\.number) == [41, 42, 43] && segments.map(\.discontinuityNumber) == [3, 3, 4])
        #expect(segments.map(\.isDiscontinuity) == [false, false, true] && segments.map(\.isGap) == [false, false, true])
        #expect(segments.map(\.bitRate) == [nil, 2_010_000, 2_010_000] && segments[0].programDateTime == "2026-03-05T11:15:00.000Z")
    }

    @Test func keysHoldUntilTheNext() throws {
        let segments = try MediaPlaylist(MediaSamples.keys).segments
        #expect(segments.map { $0.keys.map(\.method) } == [[.aes128], [.aes128], [], [.sampleAES, .sampleAESCTR]])
        #expect(segments[0].keys[0].initializationVector == nil && segments[1].keys[0].initializationVector == Array(1...16))
        #expect(segments[0].keys[0].initializationVector(ofSegment: 7794) == [UInt8](repeating: 0, count: 14) + [0x1E, 0x72])
        #expect(segments[0].keys[0].problem == nil && segments[3].keys[0].problem?.contains("SAMPLE-AES, which only a player") == true)
    }

    @Test func partsAndHintsOfLowLatencyAreRead() throws {
        let playlist = try MediaPlaylist(MediaSamples.lowLatency)
        #expect(playlist.segments.map(\.parts.count) == [0, 3] && playlist.openParts.map(\.uri) == ["filePart273.0.mp4"])
        #expect(playlist.segments[1].parts.map(\.isGap) == [false, false, true] && playlist.openParts[0].isIndependent)
        #expect(playlist.partInf?.decimal("PART-TARGET") == 0.33334 && playlist.serverControl?.isYes("CAN-BLOCK-RELOAD") == true)
        #expect(playlist.preloadHints.first?["URI"] == "filePart273.1.mp4" && playlist.renditionReports.first?.integer("LAST-MSN") == 273)
    }

    @Test func aDeltaUpdateIsMadeWhole() throws {
        let (older, delta) = (try MediaPlaylist(MediaSamples.lowLatency), try MediaPlaylist(MediaSamples.delta))
        let whole = try #require(delta.completed(from: older))
        #expect(whole.segments.map(\.uri) == ["fileSequence266.mp4", "fileSequence271.mp4", "fileSequence272.mp4"])
        #expect(whole.segments.map(\.number) == [266, 267, 268] && whole.skip == nil)
        #expect(delta.completed(from: try MediaPlaylist(MediaSamples.plain)) == nil)
    }

    @Test func variablesComeFromTheMasterPlaylist() throws {
        let master = try MasterPlaylist(MasterSamples.variables)
        #expect(master.streams[0].uri == "https://cdn.example.com/a/low.m3u8?t=T" && master.sessionData[0]["VALUE"] == "Talk T")
        let text = "#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"base\"\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n{$base}/1.ts\n"
        #expect(try MediaPlaylist(text, PlaylistContext(variables: master.variables)).segments[0].uri == "https://cdn.example.com/a/1.ts")
    }
}
