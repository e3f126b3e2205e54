import Fixtures
import Foundation
import MediaFixtures
import Platform
import Testing

@testable import Codec

/// Chapters that are put into a file while it is written.
@Suite struct ChapterTests {
    private static let holders: [Container] = [.mkv, .mp4, .mka, .m4a]

    private struct Written {
        let sink: MemorySink
        let muxer: Muxer
        let media: TestMedia
        let packets: [Packet]

        init(_ container: Container, seconds: Double = 6, isSeekable: Bool = true) throws {
            media = try TestMedia()
            let sink = MemorySink(isSeekable: isSeekable)
            self.sink = sink
            packets = try media.packets(seconds: seconds, fps: 30).filter { container.takesPictures || $0.kind == .audio }
            let streams = (container.takesPictures ? [media.video.stream] : []) + [media.audio.stream]
            muxer = try Muxer(container, streams: streams, start: packets[0].dts, takesChapters: true, into: sink)
        }

        func chapters() throws -> [[String]] {
            let scratch = Scratch()
            let file = scratch.file("a.\(muxer.container.rawValue)")
            try sink.save(to: file)
            let found = Program.run("ffprobe", ["-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of", "csv=p=0", file])
            #expect(found.complaints == "")
            return found.text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
        }
    }

    /// `isEnded` false is what a crash leaves.
    @Test(arguments: holders, [true, false]) func chaptersAreInTheFile(container: Container, isEnded: Bool) throws {
        let written = try Written(container)
        let start = written.packets[0].dts
        for packet in written.packets {
            try written.muxer.write(packet)
            guard packet.coding == .aac, packet.dts - start >= .seconds(2), written.muxer.chapterPlace?.entries.isEmpty == true else { continue }
            let first = try written.muxer.add(Chapter("Größe & “Fragen”", at: start + .seconds(2)))
            let second = try written.muxer.add(Chapter("Later", at: start + .milliseconds(3500)))
            #expect(first == .written && second == .written)
        }
        if isEnded { try written.muxer.finish() }
        let found = try written.chapters()
        #expect(found.map { $0[1] } == ["Größe & “Fragen”", "Later"], "\(found)")
        #expect(found.compactMap { Double($0[0]) } == [2, 3.5], "\(found)")
        let scratch = Scratch()
        let file = scratch.file("a.\(container.rawValue)")
        try written.sink.save(to: file)
        if isEnded {
            #expect(Program.decodingComplaints(file) == "")
            #expect(Program.probe(file, "packet=pts").count == written.packets.count)
        }
    }

    @Test(arguments: holders) func aFileWithoutChaptersIsAsGood(container: Container) throws {
        let written = try Written(container, seconds: 2)
        for packet in written.packets { try written.muxer.write(packet) }
        try written.muxer.finish()
        #expect(try written.chapters().isEmpty)
        let scratch = Scratch()
        let file = scratch.file("a.\(container.rawValue)")
        try written.sink.save(to: file)
        #expect(Program.decodingComplaints(file) == "")
    }

    @Test(arguments: holders) func whatDoesNotFitIsSaidAndTheOthersStay(container: Container) throws {
        let written = try Written(container, seconds: 1)
        let start = written.packets[0].dts
        var count = 0
        while try written.muxer.add(Chapter(String(repeating: "x", count: 255), at: start + .seconds(count))) == .written { count += 1 }
        #expect(count >= 50 && count < 255)
        for packet in written.packets { try written.muxer.write(packet) }
        try written.muxer.finish()
        #expect(try written.chapters().count == count)
        #expect(written.muxer.chapterPlace?.bytes?.count == ChapterPlace.usualBytes)
    }

    @Test func aTimeThatWasLeftOutIsNotCounted() throws {
        let written = try Written(.mkv)
        let start = written.packets[0].dts
        for packet in written.packets where packet.dts - start < .seconds(2) { try written.muxer.write(packet) }
        try written.muxer.skip(to: start + .seconds(4))
        for packet in written.packets where packet.dts - start >= .seconds(4) { try written.muxer.write(packet) }
        _ = try written.muxer.add(Chapter("in the pause", at: start + .seconds(3)))
        _ = try written.muxer.add(Chapter("behind it", at: start + .seconds(5)))
        try written.muxer.finish()
        let times = try written.chapters().compactMap { Double($0[0]) }
        #expect(times.count == 2 && abs(times[0] - 2) < 0.1 && abs(times[1] - 3) < 0.1, "\(times)")
    }

    @Test(arguments: [Container.flv, .mpegts]) func someContainersHoldNone(container: Container) throws {
        let written = try Written(container, seconds: 1)
        #expect(try written.muxer.add(Chapter("x", at: written.packets[0].dts)) == .impossible)
    }

    @Test(arguments: holders) func aPipeHoldsNone(container: Container) throws {
        let written = try Written(container, seconds: 1, isSeekable: false)
        #expect(try written.muxer.add(Chapter("x", at: written.packets[0].dts)) == .impossible)
    }

    @Test func namesHaveTheirLimits() {
        #expect(Chapter.problem(ofName: "Questions") == nil && Chapter.problem(ofName: String(repeating: "x", count: 255)) == nil)
        #expect(Chapter.problem(ofName: " ")?.contains("empty") == true)
        #expect(Chapter.problem(ofName: String(repeating: "ü", count: 128))?.contains("256 bytes") == true)
        #expect(Chapter.problem(ofName: "a\nb")?.contains("control character") == true)
        #expect(Chapter.problem(ofName: "a\u{2028}b")?.contains("control character") == true)
        #expect(Chapter.problem(ofName: String(decoding: [0x61, 0xFF], as: UTF8.self))?.contains("no UTF-8") == true)
    }
}
