import HLS
import Testing

@Suite struct CheckTests {
    private func master(_ text: String) throws -> [String] {
        MasterCheck.remarks(try MasterPlaylist(text)).map { "\($0.severity) \($0.section) \($0.subject): \($0.text)" }
    }

    private func media(_ text: String, isIndependent: Bool = true) throws -> [String] {
        MediaCheck.remarks(try MediaPlaylist(text), "it", isIndependent: isIndependent).map { "\($0.severity) \($0.section): \($0.text)" }
    }

    @Test func publishedExamplesHaveNoErrors() throws {
        for sample in [MasterSamples.reference, MasterSamples.bipbop, MasterSamples.dolbyVision, MasterSamples.lossless] {
            #expect(try master(sample).filter { $0.hasPrefix("error") } == [])
        }
        for sample in [MediaSamples.plain, MediaSamples.lowLatency, MediaSamples.iFrames] {
            #expect(try media(sample).filter { $0.hasPrefix("error") } == [])
        }
    }

    @Test func whatIsWrongWithAMasterPlaylistIsNamed() throws {
        let text = """
            #EXTM3U
            #EXT-X-DEFINE:NAME="a",VALUE="b"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="one",DEFAULT=YES,AUTOSELECT=NO,URI="1"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="one",DEFAULT=YES,CHANNELS="2",URI="2"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="text"
            #EXT-X-STREAM-INF:BANDWIDTH=5,AVERAGE-BANDWIDTH=6,AUDIO="b",RESOLUTION=1920,VIDEO-RANGE=DARK,AUDIO="b"
            v

            """
        let found = try master(text)
        for expected in [
            "error 7 master playlist: variables", "error 4.4.6.2 variant 1: AVERAGE-BANDWIDTH 6 is above BANDWIDTH 5",
            "warning 4.4.6.2 variant 1: CODECS is missing",
            "error 4.4.6.2 variant 1: VIDEO-RANGE 'DARK'", "error 4.4.6.2 variant 1: AUDIO names the group 'b'",
            "error 4.2 variant 1: an attribute stands twice",
            "error 4.4.6.1.1 AUDIO group 'a': the NAME 'one' stands twice", "error 4.4.6.1.1 AUDIO group 'a': more than one is DEFAULT=YES",
            "error 4.4.6.1 AUDIO group 'a': DEFAULT=YES with AUTOSELECT=NO", "error 4.4.6.1 SUBTITLES group 's': 'text' are subtitles without a URI",
            "warning 4.4.6.1 AUDIO group 'a': 'one' has no CHANNELS",
        ] {
            #expect(found.contains { $0.hasPrefix(expected) }, "\(expected) is not in \(found)")
        }
    }

    @Test func whatIsWrongWithAMediaPlaylistIsNamed() throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:2
            #EXT-X-TARGETDURATION:2
            #EXT-X-SERVER-CONTROL:HOLD-BACK=5,PART-HOLD-BACK=0.3
            #EXT-X-PART-INF:PART-TARGET=0.2
            #EXT-X-PART:DURATION=0.4,URI="p"
            #EXTINF:2.6,
            a.m4s

            """
        let found = try media(text, isIndependent: false)
        for expected in [
            "error 4.4.3.1: segment 0 has 2.6 s, above EXT-X-TARGETDURATION 2", "error 7: durations with a decimal point needs EXT-X-VERSION 3",
            "error 4.4.4.5: segment 0 is fragmented MP4 without EXT-X-MAP",
            "error 4.4.3.8: HOLD-BACK 5 is below",
            "error 4.4.4.9: a part has 0.4 s, above PART-TARGET 0.2", "error 4.4.3.8: PART-HOLD-BACK 0.3 is below twice",
            "warning 4.4.3.8: parts without CAN-BLOCK-RELOAD",
            "warning 4.4.2.1: EXT-X-INDEPENDENT-SEGMENTS is missing",
        ] {
            #expect(found.contains { $0.hasPrefix(expected) }, "\(expected) is not in \(found)")
        }
    }

    @Test func variantsThatDoNotFitAreNamed() throws {
        let one = try MediaPlaylist("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na\n#EXTINF:2,\nb\n#EXT-X-ENDLIST\n")
        let two = try MediaPlaylist("#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:2.05,\na\n#EXTINF:2.05,\nb\n#EXTINF:2,\nc\n#EXT-X-ENDLIST\n")
        let three = try MediaPlaylist("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na\n#EXT-X-DISCONTINUITY\n#EXTINF:2,\nb\n#EXT-X-ENDLIST\n")
        let found = AlignmentCheck.remarks([("one", one), ("two", two), ("three", three)]).map { "\($0.subject): \($0.text)" }
        #expect(
            found == [
                "two: EXT-X-TARGETDURATION is 3, and 2 in one", "two: has 3 segments, and one 2", "two: segment 1 ends 100 ms later than in one",
                "three: segment 1 belongs to discontinuity 1, and 0 in one",
            ])
    }

    /// A stream that has just begun is short, and nothing is wrong with it; one that lets segments go is as long as it will be.
    @Test func howLongALivePlaylistIsShowsWhenItIsReadAgain() throws {
        func live(_ numbers: ClosedRange<Int>?, _ more: String = "") throws -> MediaPlaylist {
            let segments = (numbers.map(Array.init) ?? []).map { "#EXTINF:2,\n\($0)\n" }.joined()
            return try MediaPlaylist("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(numbers?.lowerBound ?? 0)\n" + more + segments)
        }
        func found(_ earlier: MediaPlaylist, _ later: MediaPlaylist) -> [String] {
            ProgressCheck.remarks(earlier, later, "it", after: 3000).map { "\($0.severity): \($0.text.prefix(25))" }
        }
        #expect(found(try live(7...8), try live(7...9)) == ["note: a live playlist of 4 s, o"])
        #expect(found(try live(nil), try live(0...0)) == ["note: a live playlist of 0 s, o"])
        #expect(found(try live(7...8), try live(8...9)) == ["error: a live playlist of 4 s: i"])
        #expect(found(try live(7...9), try live(8...10)) == [])
        #expect(found(try live(7...9), try live(7...9)) == ["error: the live playlist has not"])
        #expect(found(try live(nil), try live(nil)) == ["error: the live playlist has not"])
        #expect(found(try live(0...0, "#EXT-X-PLAYLIST-TYPE:EVENT\n"), try live(0...1)) == [])
    }
}
