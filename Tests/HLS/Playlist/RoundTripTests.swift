import HLS
import Testing

@Suite struct RoundTripTests {
    private static let context = PlaylistContext(query: ["token": "T"])

    @Test(arguments: MasterSamples.all + MediaSamples.all) func whatIsWrittenAgainIsReadTheSame(sample: String) throws {
        let playlist = try Playlist(sample, Self.context)
        #expect(try Playlist(playlist.text, Self.context) == playlist)
    }

    /// Every attribute that stands in a sample stands in what is written, quoted as it was; so does every tag.
    @Test(arguments: MasterSamples.all + MediaSamples.all) func noAttributeIsLost(sample: String) throws {
        let written = try Playlist(sample, Self.context).text
        func attributes(_ text: String) -> [String] {
            text.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-") }.flatMap { line -> [String] in
                let parts = line.matches(of: /[A-Z0-9-]+=(?:"[^"]*"|[^,"]+)/).map { String($0.0) }
                return [String(line.prefix { $0 != ":" })] + parts
            }.filter { !$0.contains("{$") && !$0.hasPrefix("#EXT-X-BYTERANGE") }.sorted()
        }
        let (before, after) = (attributes(sample), attributes(written))
        // Where variables were put in, there is more to be seen afterwards.
        let counts = Dictionary(after.map { ($0, 1) }, uniquingKeysWith: +)
        for (attribute, count) in Dictionary(before.map { ($0, 1) }, uniquingKeysWith: +) {
            #expect(counts[attribute] ?? 0 >= count, "\(attribute) is not in \(written)")
        }
        #expect(before.count > 1 && after.count >= before.count)
    }

    /// CR LF, a byte order mark, spaces behind, and no line end at the end change nothing.
    @Test(arguments: MasterSamples.all + MediaSamples.all) func lineEndsAndAMarkMeanNothing(sample: String) throws {
        let playlist = try Playlist(sample, Self.context)
        let windows = "\u{FEFF}" + sample.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " \r\n")
        #expect(try Playlist(windows, Self.context) == playlist)
        #expect(try Playlist(String(sample.dropLast()), Self.context) == playlist)
    }

    /// It may stand last in its line when it is written.
    @Test(arguments: ["\r", "\t", " \t\r "]) func whatALineEndsWithIsNoPartOfAValueEither(blanks: String) throws {
        let playlist = try MediaPlaylist("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\(blanks),\n#EXTINF:4,\na\n")
        #expect(playlist.skippedSegments == 3)
        #expect(try MediaPlaylist(playlist.text) == playlist)
    }

    @Test func aHundredThousandSegmentsAreReadAndWritten() throws {
        let text = LongPlaylist.text(segments: 50_000)
        let playlist = try MediaPlaylist(text)
        #expect(playlist.segments.count == 50_000 && playlist.segments.last?.number == 50_000 && playlist.hasEnded)
        #expect(try MediaPlaylist(playlist.text) == playlist)
    }
}
