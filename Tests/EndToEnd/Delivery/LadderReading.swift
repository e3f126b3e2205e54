import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// What `splitcast hls` makes of an ended ladder behind a web server: a large picture before a small one, both in the standard range, and stereo in
/// English before French. The same is expected of Splitcast's own and of a stranger's.
struct LadderReading {
    private struct Inspection: Decodable {
        struct Video: Decodable { var presentationSize: String }
        struct Audio: Decodable { var group: String }
        struct Variant: Decodable {
            var number: Int
            var peakBitRate: Int
            var videoAttributes: Video
            var audioAttributes: Audio
            var url: String
        }
        struct Rendition: Decodable {
            var language: String
            var url: String
        }

        var variants: [Variant]
        var renditions: [Rendition]
    }

    private struct Manifest: Decodable {
        struct Variant: Decodable { var number: Int }
        struct Track: Decodable {
            var folder: String
            var language: String?
        }

        var title: String
        var isComplete: Bool
        var artwork: String?
        var variants: [Variant]
        var tracks: [Track]
    }

    private let server: StreamServer
    /// Of the server, in which the ladder is.
    private let folder: String
    private let scratch = Scratch()
    private var library: String { scratch.file("data/splitcast") }

    /// - Parameter folder: with `master.m3u8` in it.
    init(_ server: StreamServer, _ folder: String) { (self.server, self.folder) = (server, folder) }

    private func command(_ arguments: [String]) throws -> [String] { [try releaseProduct("splitcast"), "hls"] + arguments }

    private func splitcast(_ arguments: String...) throws -> Program {
        try Program(command(arguments), environment: ["XDG_DATA_HOME": scratch.file("data")], timeout: .seconds(60))
    }

    private func inspect(_ condition: String? = nil) throws -> Inspection {
        let run = try splitcast("inspect", server.file("\(folder)/master.m3u8"), "--json", "--where", condition ?? "peakBitRate > 0")
        do { return try JSONDecoder().decode(Inspection.self, from: run.output) } catch { throw FixtureError("\(condition ?? ""): \(error) \(run)") }
    }

    // MARK: Conditions

    /// Comparisons, compounds, sets and audio by its group.
    ///
    /// - Parameter saysChannels: else the playlist has no CHANNELS, and no comparison with their number holds.
    func expectConditions(saysChannels: Bool = true) throws {
        let variants = try inspect().variants
        try #require(variants.map(\.number) == [1, 2])
        let (large, small, group) = (variants[0], variants[1], variants[0].audioAttributes.group)
        #expect(large.peakBitRate > small.peakBitRate)
        let isSmaller = "peakBitRate < \(large.peakBitRate)"
        let isLarge = "videoAttributes.presentationSize == \(large.videoAttributes.presentationSize)"
        for (condition, numbers) in [
            (isSmaller, [2]), ("peakBitRate <= \(large.peakBitRate)", [1, 2]), (isLarge, [1]),
            ("videoAttributes.videoRange == PQ", []), ("videoAttributes.videoRange == SDR", [1, 2]),
            ("\(isSmaller) && videoAttributes.videoRange == SDR", [2]), ("\(isSmaller) && \(isLarge)", []), ("\(isSmaller) || \(isLarge)", [1, 2]),
            ("!(\(isSmaller))", [1]), ("peakBitRate IN {5, \(small.peakBitRate)}", [2]),
            ("videoAttributes.codecTypes CONTAINS avc1 AND audioAttributes.formatIDs IN {aac, alac}", [1, 2]),
            ("channels(group:\"\(group)\") >= 2", saysChannels ? [1, 2] : []), ("channels(group:\"\(group)\") > 2", []),
            ("audioAttributes.isBinaural", []),
        ] { #expect(try inspect(condition).variants.map(\.number) == numbers, "\(condition)") }
    }

    // MARK: Downloads

    /// By preferences of which one is not met, in two languages, killed on the way: a talk with a picture that is listed, decoded and removed.
    func expectATalk() throws {
        let variants = try inspect().variants
        let picture = try #require(Data(base64Encoded: Self.picture))
        try picture.write(to: URL(fileURLWithPath: scratch.file("a.png")))
        let refused = try splitcast("fetch", server.url("\(folder)/master.m3u8"), "--require", "videoAttributes.videoRange == PQ")
        #expect(refused.status == 2 && refused.complaints.contains("required: 'videoAttributes.videoRange == PQ' (of 2)"), "\(refused)")
        let arguments = try command(
            ["fetch", server.url("slow/\(folder)/master.m3u8"), "--title", "A talk", "--artwork", scratch.file("a.png")]
                + ["--prefer", "videoAttributes.videoRange == PQ", "--prefer", "peakBitRate < \(variants[0].peakBitRate)"]
                + ["--audio", "en,fr", "--progress", "json"])
        let environment = ["XDG_DATA_HOME": scratch.file("data")]
        let first = try FixtureProcess(arguments, environment: environment)
        try waitUntil("a segment: \(first.output)") {
            try first.expectRunning()
            return try names(below: library).contains { $0.hasSuffix(".m4s") }
        }
        first.kill()
        let end = try Program(arguments, environment: environment, timeout: .seconds(60))
        #expect(end.status == 0 && end.text.split(separator: "\n").last?.contains("\"state\":\"complete\"") == true, "\(end)")
        #expect(end.complaints.contains("warning: --prefer 'videoAttributes.videoRange == PQ' is met by no variant"), "\(end)")
        try expectWhole(library + "/a-talk")
        let list = try splitcast("list")
        #expect(list.text.contains("A talk") && list.text.contains("complete"), "\(list)")
        #expect(try splitcast("rm", "A talk").status == 0 && names(below: library) == [])
    }

    /// What lies on the server, byte for byte.
    private func expectWhole(_ talk: String) throws {
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(bytesOfFile(talk + "/talk.json")))
        #expect(manifest.title == "A talk" && manifest.isComplete && manifest.variants.map(\.number) == [2], "\(manifest)")
        #expect(bytesOfFile(talk + "/" + (manifest.artwork ?? "")) == Array(Data(base64Encoded: Self.picture) ?? Data()))
        let (stream, tracks) = (try inspect(), manifest.tracks)
        #expect(tracks.map(\.language) == [nil, "en", "fr"] && stream.renditions.map(\.language) == ["en", "fr"])
        for (track, source) in zip(tracks, [stream.variants[1].url] + stream.renditions.map(\.url)) {
            let (here, there) = (bytes(ofPlaylist: "\(talk)/\(track.folder)/index.m3u8"), bytes(ofPlaylist: server.file("\(folder)/\(source)")))
            #expect(here == there && here.count > 1000, "\(source): \(here.count) and \(there.count) bytes")
        }
        #expect(try decodingErrors(of: talk + "/master.m3u8") == "")
    }

    /// The second variant as it is, and audio beside any picture: its own picture is fetched once, and another one where that is asked for.
    func expectAuxiliaryAudio() throws {
        let variants = try inspect().variants
        let (large, small) = (segments("\(folder)/\(variants[0].url)"), segments("\(folder)/\(variants[1].url)"))
        try #require(large.count >= 3 && large.count == small.count)
        func counts(_ title: String, _ more: String...) throws -> Set<[Int]> {
            let before = (large + small).map { server.count($0) }
            let run = try Program(
                command(
                    ["fetch", server.url("\(folder)/master.m3u8"), "--title", title, "--variant", "2"]
                        + ["--auxiliary", "videoAttributes.codecTypes IN {avc1}"] + more), environment: ["XDG_DATA_HOME": scratch.file("data")])
            #expect(run.status == 0, "\(run)")
            let asked = zip(before, (large + small).map { server.count($0) }).map { $1 - $0 }
            return Set(zip(asked.prefix(large.count), asked.suffix(small.count)).map { [$0, $1] })
        }
        #expect(try counts("Once") == [[0, 1]])
        #expect(try counts("Both", "--no-optimize-auxiliary") == [[1, 1]])
    }

    // MARK: Files

    private func names(below folder: String) throws -> [String] {
        FileManager.default.fileExists(atPath: folder) ? try FileManager.default.subpathsOfDirectory(atPath: folder) : []
    }

    /// Their paths below the server's root, or on disk.
    private func segments(ofPlaylist path: String, in text: String) -> [String] {
        let folder = (path as NSString).deletingLastPathComponent
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { folder + "/" + $0 }
    }

    private func segments(_ path: String) -> [String] { segments(ofPlaylist: path, in: textOfFile(server.file(path))) }

    private func bytes(ofPlaylist path: String) -> [UInt8] { segments(ofPlaylist: path, in: textOfFile(path)).flatMap { bytesOfFile($0) } }

    /// A PNG of one pixel.
    private static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
}
