import Fixtures
import Foundation
import Glibc
import MediaFixtures
import Platform
import Testing

@testable import Delivery

/// What a recording may replace, and what is in its way.
@Suite(.timeLimit(.minutes(5))) struct ReplacedFileTests {
    private let scratch = Scratch()

    private func sink(_ name: String, overwrites: Bool = true) throws -> (RecordingSink, TargetURL) {
        let url = try TargetURL(parsing: scratch.file(name))
        var settings = TargetSettings()
        settings.overwrites = overwrites
        return (RecordingSink(url, settings, counting: ByteCount()), url)
    }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: scratch.file(name), encoding: .utf8) }

    @Test func whatIsInTheWayIsNamedAndStays() throws {
        let hidden = ".a.mkv.\(getpid()).new"
        for name in ["a.mkv", hidden] { try scratch.write("precious", to: name) }
        let (sink, url) = try sink("a.mkv")
        let error = #expect(throws: DeliveryError.self) { try sink.open(url, until: .zero) { true } }
        #expect(error?.code == .exists && error?.message.contains(hidden) == true, "\(String(describing: error))")
        sink.abandon(until: .zero)
        for name in ["a.mkv", hidden] { #expect(try text(name) == "precious") }
    }

    @Test func behindALinkARecordingCanBeReadByItsOwnerAlone() throws {
        try scratch.write("old", to: "old.txt")
        chmod(scratch.file("old.txt"), 0o644)
        symlink("old.txt", scratch.file("link.mkv"))
        let (sink, url) = try sink("link.mkv")
        try sink.open(url, until: .zero) { true }
        sink.abandon(until: .zero)
        var facts = stat()
        #expect(stat(scratch.file("old.txt"), &facts) == 0 && facts.st_mode & 0o777 == 0o600, "\(String(facts.st_mode, radix: 8))")
    }

    @Test(arguments: ["a.mkv", "link.mkv", "other.mkv"]) func aFileThatIsBeingRecordedIsTaken(name: String) throws {
        symlink("a.mkv", scratch.file("link.mkv"))
        let media = try TestMedia()
        let packets = try media.packets(seconds: 2, fps: 10)
        let (running, url) = try sink("a.mkv", overwrites: false)
        try running.open(url, until: .zero) { true }
        link(scratch.file("a.mkv"), scratch.file("other.mkv"))
        try running.begin([media.video.stream, media.audio.stream], start: media.start, from: packets[0].dts, until: .zero)
        let (second, place) = try sink(name)
        let error = #expect(throws: DeliveryError.self) { try second.open(place, until: .zero) { true } }
        #expect(error?.code == .taken && error?.message.contains("being recorded now") == true, "\(String(describing: error))")
        for packet in packets { _ = try running.write(packet, until: .zero) }
        try running.finish(until: .now() + .seconds(10))
        #expect(Program.probe(scratch.file("a.mkv"), "packet=pts").count == packets.count)
        // When it is over, it is a file like others.
        try second.open(place, until: .zero) { true }
        second.abandon(until: .zero)
    }
}
