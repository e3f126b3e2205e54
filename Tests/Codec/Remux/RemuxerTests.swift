import Codec
import Fixtures
import Foundation
import Glibc
import MediaFixtures
import Platform
import Synchronization
import Testing

/// One container into another, as it is.
@Suite(.timeLimit(.minutes(5))) struct RemuxerTests {
    private let scratch = Scratch()

    /// A recording as we write it, with a chapter.
    private func make(_ name: String, _ container: Container, audio: Coding = .aac, seconds: Double = 5, isEnded: Bool = true) throws -> String {
        let media = try TestMedia(alsoOpus: true)
        let packets = try media.packets(seconds: seconds, fps: 30).filter { $0.coding == audio || $0.kind == .video && container.takesPictures }
        let sound = audio == .opus ? media.opus!.stream : media.audio.stream
        let sink = MemorySink()
        let streams = (container.takesPictures ? [media.video.stream] : []) + [sound]
        let muxer = try Muxer(container, streams: streams, start: packets[0].dts, takesChapters: true, into: sink)
        for packet in packets { try muxer.write(packet) }
        _ = try muxer.add(Chapter("Questions", at: packets[0].dts + .seconds(2)))
        if isEnded { try muxer.finish() }
        let file = scratch.file(name)
        try sink.save(to: file)
        return file
    }

    private func remux(_ source: String, _ name: String, _ container: Container, replacing: Bool = false) throws(CodecError) -> Remuxer.Result {
        try Remuxer(source, to: scratch.file(name), as: container, replacing: replacing).run()
    }

    private func hashes(_ file: String, _ track: String) -> String {
        // As a decoder gets it, whatever the container frames it by.
        Program.run("ffmpeg", ["-v", "error", "-i", file, "-map", "0:\(track)", "-fps_mode", "passthrough", "-f", "md5", "-"]).text
    }

    @Test(arguments: [Container.mkv, .mp4, .flv, .mpegts], [Container.mkv, .mp4, .flv, .mpegts])
    func everyContainerGoesIntoEveryOther(from: Container, to: Container) throws {
        let source = try make("a.\(from.rawValue)", from)
        let result = try remux(source, "b.\(to.rawValue)", to)
        let file = scratch.file("b.\(to.rawValue)")
        #expect(Program.decodingComplaints(file) == "")
        #expect(result.tracks == 2 && result.leftOut.isEmpty && !result.isBrokenOff && abs(result.seconds - 5) < 0.2, "\(result)")
        #expect(hashes(source, "v") == hashes(file, "v") && hashes(source, "v").hasPrefix("MD5="))
        let chapters = Program.probe(file, "chapter=start_time:chapter_tags=title")
        let holdsChapters = [Container.mkv, .mp4].contains(from) && [Container.mkv, .mp4].contains(to)
        let titles = (to == .mp4 ? ["Beginning"] : []) + (from == .mp4 || from == .mkv ? ["Questions"] : [])
        #expect(chapters.map { $0.last ?? "" } == (holdsChapters ? titles : []), "\(chapters)")
        if holdsChapters { #expect(result.chapters == 1 && chapters.last?.first.flatMap { Double($0) } == 2, "\(chapters)") }
        #expect(scratch.names() == Set(["a.\(from.rawValue)", "b.\(to.rawValue)"]).sorted())
        if to == .mp4 {
            let bytes = try scratch.bytes("b.mp4")
            let text = String(decoding: bytes.prefix(200), as: UTF8.self)
            #expect(text.contains("moov"), "the index stands at the end")
        }
    }

    /// The first two audio tracks have titles, as other programs write them.
    private func makeTitled(pictures: Int = 1, audioTracks: Int = 2) throws -> String {
        let whole = try make("whole.mkv", .mkv)
        let tracks = [String](repeating: "0:v", count: pictures) + [String](repeating: "0:a", count: audioTracks)
        var words = ["-v", "error", "-y", "-i", whole, "-c", "copy"]
        for track in tracks { words += ["-map", track] }
        for (number, (language, title)) in [("ger", "Mix"), ("fre", "Mic")].enumerated() where number < audioTracks {
            words += ["-metadata:s:a:\(number)", "language=\(language)", "-metadata:s:a:\(number)", "title=\(title)"]
        }
        let made = Program.run("ffmpeg", words + [scratch.file("a.mkv")])
        #expect(made.status == 0, "\(made.complaints)")
        unlink(whole)
        return scratch.file("a.mkv")
    }

    @Test func tracksKeepTheirLanguagesAndTitles() throws {
        let result = try remux(try makeTitled(), "b.mkv", .mkv)
        #expect(result.tracks == 3)
        let file = scratch.file("b.mkv")
        let tags = Program.run("ffprobe", ["-v", "error", "-select_streams", "a", "-show_entries", "stream_tags=language,title", file])
        for text in ["ger", "fre", "Mix", "Mic"] { #expect(tags.text.contains("=" + text), "\(tags.text)") }
    }

    @Test(arguments: [Container.mp4, .m4a]) func titlesAndLanguagesComeBackOutOfMP4(via: Container) throws {
        let source = try makeTitled(pictures: via.takesPictures ? 1 : 0)
        let (between, file) = (scratch.file("b.\(via.rawValue)"), scratch.file("c.mkv"))
        let wanted: [Set<String>] = [["ger", "Mix"], ["fre", "Mic"]]
        _ = try remux(source, "b.\(via.rawValue)", via)
        // MP4 has its own word for it.
        let handlers = Program.probe(between, "stream_tags=language,handler_name", ["-select_streams", "a"])
        #expect(handlers.map { Set($0) } == wanted, "\(handlers)")
        _ = try remux(between, "c.mkv", .mkv)
        let titles = Program.probe(file, "stream_tags=language,title", ["-select_streams", "a"])
        #expect(titles.map { Set($0) } == wanted, "\(titles)")
        // What libavformat calls a track that has none is no title.
        let all = Program.run("ffprobe", ["-v", "error", "-show_entries", "stream_tags", file])
        #expect(all.status == 0 && !all.text.contains("Handler") && !all.text.lowercased().contains("handler_name"), "\(all.text)")
    }

    @Test(arguments: [Container.mkv, .mp4]) func whatWasBrokenOffIsSavedUpToThere(container: Container) throws {
        let whole = try make("whole.\(container.rawValue)", container, seconds: 8, isEnded: false)
        let bytes = try scratch.bytes("whole.\(container.rawValue)")
        let source = scratch.file("a.\(container.rawValue)")
        try Data(bytes.dropLast(bytes.count / 4)).write(to: URL(fileURLWithPath: source))
        let result = try remux(source, "b.mp4", .mp4)
        #expect(result.isBrokenOff && result.seconds > 4 && result.seconds < 7.5, "\(result)")
        #expect(Program.decodingComplaints(scratch.file("b.mp4")) == "")
        #expect(try remux(whole, "c.mkv", .mkv).isBrokenOff)
        #expect(try !remux(scratch.file("b.mp4"), "d.mkv", .mkv).isBrokenOff)
    }

    @Test(arguments: [Container.mkv, .mp4]) func whatIsShorterThanItsHeaderSaysWasBrokenOff(container: Container) throws {
        let name = "whole.\(container.rawValue)"
        let made = try make("a.mkv", .mkv, seconds: 8)
        // In MP4 with the index before everything else.
        #expect(try !remux(made, name, container).isBrokenOff)
        #expect(try !remux(scratch.file(name), "again.mkv", .mkv).isBrokenOff)
        let bytes = try scratch.bytes(name)
        let source = scratch.file("cut.\(container.rawValue)")
        try Data(bytes.prefix(bytes.count / 2)).write(to: URL(fileURLWithPath: source))
        let result = try remux(source, "b.mkv", .mkv)
        #expect(result.isBrokenOff && result.seconds > 1 && result.seconds < 6, "\(result)")
    }

    @Test func ofAnMP4WithoutItsIndexTheBeginningIsNotBlamed() throws {
        let whole = scratch.file("whole.mp4")
        let made = Program.run("ffmpeg", ["-v", "error", "-i", try make("a.mkv", .mkv), "-c", "copy", whole])
        #expect(made.status == 0, "\(made.complaints)")
        let bytes = try scratch.bytes("whole.mp4")
        let source = scratch.file("cut.mp4")
        try Data(bytes.prefix(bytes.count / 2)).write(to: URL(fileURLWithPath: source))
        let error = #expect(throws: CodecError.self) { try remux(source, "b.mkv", .mkv) }
        #expect(error?.code == .damaged && error?.message.contains("index") == true, "\(String(describing: error))")
        #expect(error?.message.contains("at their end") == true && error?.message.contains("beginning") == false, "\(String(describing: error))")
    }

    @Test func moreTracksThanAContainerHoldsAreRefused() throws {
        let cases: [(name: String, container: Container, pictures: Int, audioTracks: Int, limit: String, remedy: String, other: String)] = [
            ("b.flv", .flv, 1, 2, "one audio track", "2; name a .mkv or .mp4 file", "b.mkv"),
            ("b.flv", .flv, 2, 1, "one picture", "2; name a .mkv or .mp4 file", "b.mkv"),
            ("b.aac", .adts, 0, 3, "one audio track", "3; name a .mka or .m4a file", "b.mka"),
        ]
        for one in cases {
            let source = try makeTitled(pictures: one.pictures, audioTracks: one.audioTracks)
            let error = #expect(throws: CodecError.self) { try remux(source, one.name, one.container) }
            #expect(error?.code == .invalidSetting, "\(String(describing: error))")
            let message = error?.message ?? ""
            #expect(message.contains("holds \(one.limit), and '\(source)' has \(one.remedy)"), "\(message)")
            #expect(message.contains("type 'splitcast remux \(source) \(scratch.file(one.other))'"), "\(message)")
            #expect(scratch.names() == ["a.mkv"])
        }
        let source = try makeTitled(pictures: 1, audioTracks: 1)
        #expect(try remux(source, "b.flv", .flv).tracks == 2)
    }

    @Test(arguments: [Container.mkv, .mp4, .mpegts]) func severalAudioTracksAreKeptWhereTheyCanBe(container: Container) throws {
        let source = try makeTitled()
        #expect(try remux(source, "b.\(container.rawValue)", container).tracks == 3)
    }

    @Test func whatAContainerCannotHoldIsRefusedWithWhatToType() throws {
        let opus = try make("a.mkv", .mkv, audio: .opus)
        let cases: [(name: String, container: Container, words: [String])] = [
            ("b.flv", .flv, ["cannot hold opus", "splitcast remux \(opus) \(scratch.file("b.mkv"))"]),
            ("b.m4a", .m4a, ["audio alone", "b.mkv"]), ("b.ogg", .ogg, ["audio alone", "b.mkv"]),
        ]
        for one in cases {
            let error = #expect(throws: CodecError.self) { try remux(opus, one.name, one.container) }
            #expect(error?.code == .invalidSetting, "\(String(describing: error))")
            for words in one.words { #expect(error?.message.contains(words) == true, "\(String(describing: error))") }
        }
        #expect(scratch.names() == ["a.mkv"])
    }

    @Test func nothingIsReplacedUnasked() throws {
        let source = try make("a.mkv", .mkv, seconds: 1)
        try "precious".write(toFile: scratch.file("b.mp4"), atomically: false, encoding: .utf8)
        let error = #expect(throws: CodecError.self) { try remux(source, "b.mp4", .mp4) }
        #expect(error?.message.contains("--overwrite") == true)
        #expect(try String(contentsOfFile: scratch.file("b.mp4"), encoding: .utf8) == "precious")
        #expect(throws: CodecError.self) { try Remuxer(source, to: source, as: .mkv, replacing: true).run() }
        _ = try remux(source, "b.mp4", .mp4, replacing: true)
        #expect(Program.decodingComplaints(scratch.file("b.mp4")) == "")
    }

    @Test func brokenOffByTheUserItLeavesNothing() throws {
        let source = try make("a.mkv", .mkv)
        var asks = 0
        let remuxer = Remuxer(
            source, to: scratch.file("b.mp4"), as: .mp4, replacing: false,
            isWanted: {
                asks += 1
                return asks < 3
            })
        let error = #expect(throws: CodecError.self) { try remuxer.run() }
        #expect(error?.code == .interrupted)
        #expect(scratch.names() == ["a.mkv"])
    }

    @Test func whatIsNoRecordingIsRefused() throws {
        try "no media at all".write(toFile: scratch.file("a.mkv"), atomically: false, encoding: .utf8)
        #expect(throws: CodecError.self) { try remux(scratch.file("a.mkv"), "b.mp4", .mp4) }
        let missing = #expect(throws: CodecError.self) { try remux(scratch.file("none.mkv"), "b.mp4", .mp4) }
        #expect(missing?.code == .notReadable)
        #expect(scratch.names() == ["a.mkv"])
    }
}
