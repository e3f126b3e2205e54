import Fixtures
import Foundation
import HLS
import Testing

@testable import Downloads
@testable import SplitcastCLI

@Suite struct HLSCommandTests {
    private func request(_ arguments: String...) throws -> FetchRequest {
        let command = try #require(try HLSFetchCommand.parseAsRoot(arguments) as? HLSFetchCommand)
        return try command.request()
    }

    @Test func whatIsAskedForIsRead() throws {
        let request = try request(
            "https://example.com/keynote/master.m3u8?t=1", "--prefer", "videoAttributes.videoRange == PQ", "--prefer", "peakBitRate < 5000000",
            "--require", "channels(group:\"stereo\") >= 2", "--audio", "en,fr", "--subtitles", "en", "--auxiliary",
            "audioAttributes.formatIDs IN {alac} ",
            "--no-optimize-auxiliary", "--variant", "3", "--duration", "5m")
        #expect(request.title == "keynote" && request.duration == .seconds(300) && !request.optimizesAuxiliary)
        #expect(request.primary.preferences.map(\.description) == ["videoAttributes.videoRange == PQ", "peakBitRate < 5000000"])
        #expect(request.primary.requirements.count == 1 && request.primary.choice == .number(3))
        #expect(request.primary.media == MediaSelection(audio: ["en", "fr"], subtitles: ["en"]))
        #expect(request.auxiliary.map(\.media) == [MediaSelection(audio: ["en"], subtitles: [])])
    }

    @Test(arguments: [
        ("https://a.example/b/talk.m3u8", "talk"), ("https://a.example/b/index.m3u8", "b"), ("https://a.example/master.m3u8", "talk"),
        ("https://a.example", "talk"),
    ])
    func aTitleComesFromTheAddress(url: String, title: String) throws { #expect(try request(url).title == title) }

    @Test(arguments: [
        (["master.m3u8"], "is no address of a web server"), (["https://a/b", "--prefer", "peakBitRate <"], "--prefer 'peakBitRate <': column 14:"),
        (["https://a/b", "--audio", "en;fr"], "give languages such as en,fr"),
        (["https://a/b", "--duration", "soon"], "--duration soon: give a time"),
        (["https://a/b", "--artwork", "/dev/null"], "--artwork /dev/null: is neither a PNG nor a JPEG"),
        (["https://a/b", "--artwork", "/nowhere/a.png"], "No such file or directory: give a .png or .jpg file"),
        (["https://a/b", "--title", ""], "give a title"),
        (["https://a/b", "--tls-ca", "/dev/null", "--tls-insecure"], "exclude each other"),
    ])
    func aMistakeIsNamedInOneLine(arguments: [String], message: String) throws {
        let command = try #require(try HLSFetchCommand.parseAsRoot(arguments) as? HLSFetchCommand)
        let failure = #expect(throws: CommandFailure.self) { try command.request() }
        #expect(failure?.exitCode == 2 && failure?.message.contains(message) == true, "\(String(describing: failure))")
        #expect(failure?.message.contains("\n") == false && failure?.message.contains("off") == false)
    }

    /// A language is listed once, whatever there is in it.
    @Test func aTalkIsListedWithItsLanguages() throws {
        let scratch = Scratch()
        _ = try scratch.directory("talk")
        let tracks = [("main", nil), ("audio", "en"), ("audio", "fr"), ("subtitles", "en")] as [(String, String?)]
        let manifest = TalkManifest(title: "Talk", url: "https://example.com/a.m3u8", begun: "", playlist: "master.m3u8")
        var whole = manifest
        whole.tracks = tracks.enumerated().map { index, track in
            TalkManifest.Track(folder: "t\(index)", kind: track.0, language: track.1, name: nil, segments: 0, seconds: 0, bytes: 0)
        }
        try JSONEncoder().encode(whole).write(to: URL(fileURLWithPath: scratch.file("talk/talk.json")))
        #expect(TalkListing(TalkLibrary(directory: scratch.path)).talks.map(\.languages) == [["en", "fr"]])
    }

    @Test(arguments: [20, 40, 80, 200]) func theBarFitsTheTerminal(columns: Int) {
        var progress = FetchProgress()
        (progress.state, progress.segments, progress.allSegments, progress.bytes) = (.fetching, 50, 200, 123_456_789)
        let bar = FetchText.progress(progress, bitRate: 8_000_000, columns: columns)
        #expect(bar.count < columns && bar.contains("25 %"), "\(bar)")
        #expect(columns < 80 || bar.hasPrefix("[########----------------------] 25 %  50/200  123.5 MB  8000 kb/s"), "\(bar)")
        progress.isLive = true
        #expect(FetchText.progress(progress, bitRate: 0, columns: columns).count < columns)
    }
}
