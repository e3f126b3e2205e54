import HLS
import Testing

/// Each is refused in one line that says where and what; none traps.
@Suite struct BadPlaylistTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let code: HLSErrorCode
        let message: String
        var testDescription: String { message }

        init(_ text: String, _ code: HLSErrorCode, _ message: String) { (self.text, self.code, self.message) = (text, code, message) }
    }

    private static func media(_ lines: String) -> String { "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + lines }
    private static let doubling = (1...40).map { "#EXT-X-DEFINE:NAME=\"v\($0)\",VALUE=\"{$v\($0 - 1)}{$v\($0 - 1)}\"\n" }.joined()

    static let cases = [
        Case("", .notAPlaylist, "it is empty"),
        Case("<!DOCTYPE html>\n<html>", .notAPlaylist, "it is a web page"),
        Case("\n  <?xml version=\"1.0\"?>", .notAPlaylist, "it is a web page or XML"),
        Case("#EXTM3U8\n", .notAPlaylist, "does not begin with #EXTM3U"),
        Case("#EXTM3U\n", .malformed, "neither variants nor segments"),
        Case(media("#EXTINF:-1,\na.ts"), .malformed, "line 3: EXTINF: '-1' is negative"),
        Case(media("#EXTINF:six,\na.ts"), .malformed, "line 3: EXTINF: 'six' is no number"),
        Case(media("#EXTINF:1e400,\na.ts"), .malformed, "line 3: EXTINF: '1e400'"),
        Case(media("#EXTINF:99999999,\na.ts"), .tooLarge, "line 3: a segment of 99999999 seconds"),
        Case(media("a.ts"), .malformed, "line 3: a segment without EXTINF"),
        Case("#EXTM3U\na.ts", .malformed, "line 2: an address without a tag"),
        Case("#EXTM3U\n#EXTINF:6,\na.ts", .malformed, "no EXT-X-TARGETDURATION"),
        Case(media("#EXTINF:6,\n#EXT-X-BYTERANGE:100\na.ts"), .malformed, "LENGTH@OFFSET"),
        Case(media("#EXTINF:6,\n#EXT-X-BYTERANGE:99999999999999999999@5\na.ts"), .malformed, "LENGTH@OFFSET"),
        Case(media("#EXT-X-KEY:URI=\"a\"\n"), .malformed, "EXT-X-KEY has no METHOD"),
        Case(media("#EXT-X-KEY:METHOD=AES-128,URI=\"a\",IV=0x12\n"), .malformed, "32 hexadecimal digits"),
        Case(media("#EXT-X-MAP:BYTERANGE=\"1@2\"\n"), .malformed, "EXT-X-MAP has no URI"),
        Case(media("#EXT-X-MAP:URI=\"open\n"), .malformed, "no quotation mark at its end"),
        Case(media("#EXT-X-MAP:=5\n"), .malformed, "NAME=VALUE"),
        Case(media("#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\"\n"), .wrongKind, "line 3: EXT-X-MEDIA has no meaning in a media playlist"),
        Case("#EXTM3U\n#EXT-X-STREAM-INF:RESOLUTION=1x1\na", .malformed, "no BANDWIDTH"),
        Case("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5\n", .malformed, "has no address behind it"),
        Case("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=-5\na", .malformed, "'-5' is no whole number"),
        Case("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5\na\nb\n", .malformed, "line 4: an address without EXT-X-STREAM-INF"),
        Case("#EXTM3U\n#EXT-X-MEDIA:TYPE=SMELL,GROUP-ID=\"a\",NAME=\"b\"\n", .malformed, "not 'SMELL'"),
        Case(media("#EXTINF:6,\n{$gone}.ts"), .undefinedVariable, "line 4: the variable 'gone'"),
        Case(media("#EXT-X-DEFINE:IMPORT=\"gone\"\n"), .undefinedVariable, "'gone' is imported"),
        Case(media("#EXT-X-DEFINE:QUERYPARAM=\"gone\"\n"), .undefinedVariable, "not in the address's query"),
        Case(media("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"2\"\n"), .malformed, "defined twice"),
        Case(media("#EXT-X-DEFINE:NAME=\"a\",VALUE=1\"\n"), .malformed, "line 3: the value of the variable 'a' has a quotation mark"),
        Case(media("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"\n#EXTINF:6,\n{$a}\n"), .malformed, "line 5: an address that is empty"),
        Case(media("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"#\"\n#EXTINF:6,\n{$a}b\n"), .malformed, "line 5: an address that is empty, begins with #"),
        Case(
            media("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1,B=2\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"a\",IV=0x{$a}\n"), .malformed,
            "line 4: EXT-X-KEY: with its variables put in, IV is no number"),
        Case(media("#EXT-X-DEFINE:NAME=\"v0\",VALUE=\"haha\"\n" + doubling), .tooLarge, "is longer than 65536 bytes"),
        Case(media("#EXTINF:6,\n" + String(repeating: "a", count: 70_000)), .tooLarge, "line 4 is longer than"),
        Case(media((0...1000).map { "#EXT-X-DEFINE:NAME=\"a\($0)\",VALUE=\"\"\n" }.joined()), .tooLarge, "more than 1000 variables"),
        Case(media("#EXT-X-MAP:URI=\"a\"," + (0...200).map { "A\($0)=1" }.joined(separator: ",")), .tooLarge, "more than 128 attributes"),
        Case("#EXTM3U\n" + String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=5\na\n", count: 10_001), .tooLarge, "more than 10000 variants"),
        Case(media(String(repeating: "#EXTINF:1,\na\n", count: 400_001)), .tooLarge, "line 800004: more than 400000 segments"),
        Case(media((0...32).map { "#EXT-X-KEY:METHOD=AES-128,URI=\"a\",KEYFORMAT=\"\($0)\"\n" }.joined()), .tooLarge, "line 35: more than 32 keys"),
    ]

    @Test(arguments: cases) func isRefusedInOneLine(_ bad: Case) {
        let error = #expect(throws: HLSError.self) { try Playlist(parsing: Array(bad.text.utf8), PlaylistContext()) }
        #expect(error?.code == bad.code, "\(String(describing: error))")
        #expect(error?.message.contains(bad.message) == true && error?.message.contains("\n") == false, "\(String(describing: error))")
    }

    @Test func whatIsNoUTF8IsNamedByItsLine() {
        let error = #expect(throws: HLSError.self) {
            try Playlist(parsing: Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n".utf8) + [0x61, 0xFF, 0xFE, 10])
        }
        #expect(error?.code == .notText && error?.message == "line 4 is not UTF-8")
    }

    @Test func moreBytesThanAnyPlaylistHasAreRefused() {
        let bytes = [UInt8](repeating: 10, count: PlaylistLimits.mostBytes + 1)
        #expect(throws: HLSError(.tooLarge, "the playlist has more than 64 MiB")) { try Playlist(parsing: bytes) }
    }

    @Test func tagsOfTheFutureAreKeptAndMeanNothing() throws {
        let text = Self.media("#EXT-X-HOLOGRAM:A=b\n# a comment\n#EXTINF:6,\na.ts\n#EXT-X-ENDLIST\n")
        let playlist = try Playlist(text)
        #expect(playlist.unknownTags == ["#EXT-X-HOLOGRAM:A=b"])
        guard case .media(let media) = playlist else { return }
        #expect(media.segments.map(\.uri) == ["a.ts"])
    }
}
