import Fixtures
import Foundation
import Frames
import ServerFixtures
import TestSupport
import Testing

/// Sources that come and go while a broadcast runs.
@Suite(.serialized) struct SourceChangeTests {
    private static let canvas = PixelSize(width: 1280, height: 720)
    private static let mebibyte = 1024 * 1024
    private let scratch = Scratch()

    private func sources(_ stream: TestSupport.Stream) throws -> [[String: Any]] { try stream.status()["sources"] as? [[String: Any]] ?? [] }

    private func live(_ screen: XvfbServer, _ file: String, _ more: String...) throws -> TestSupport.Stream {
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--bitrate", "8000k", "--preset", "ultrafast", "--record", file]
                + more, screen: screen)
        try stream.waitUntilLive()
        return stream
    }

    /// Until the agents of a source that was removed are gone.
    private func waitForAgents(_ count: Int, _ stream: TestSupport.Stream) throws {
        try waitUntil("\(count) agents") { try stream.agents().count == count }
    }

    @Test func aSourceIsSeenWhileItIsThere() throws {
        let (screen, two) = (try XvfbServer(width: 1280, height: 720), try XvfbServer(width: 640, height: 360))
        let charts = [try Stimulus(.standard, on: screen), try Stimulus(ColourChart(colours: ColourChart.standard.colours.reversed()), on: two)]
        let (with, without) = (scratch.file("with.mkv"), scratch.file("without.mkv"))
        let stream = try live(screen, with)
        try stream.command("sources", "add", "two=x11:" + two.display, "--layer", "two=right,bottom,640x360")
        #expect(try sources(stream).map { $0["state"] as? String } == ["live", "live"])
        letRun(for: .seconds(1))
        try stream.command("targets", "add", without)
        try waitUntil("the second recording") { try stream.targets().filter { $0["state"] as? String == "live" }.count == 2 }
        try stream.command("targets", "remove", "1")
        try stream.command("sources", "remove", "two")
        #expect(try sources(stream).map { $0["name"] as? String } == ["screen"])
        try waitForAgents(1, stream)
        letRun(for: .seconds(1))
        try stream.stop()
        let there = try ColourChart(colours: ColourChart.standard.colours.reversed()).deviations(in: with, at: (640, 360, 640, 360))
        #expect(there.allSatisfy { $0 <= 6 }, "\(there)")
        let gone = try ColourChart.standard.deviations(in: without, at: (0, 0, 1280, 720))
        #expect(gone.allSatisfy { $0 <= 6 }, "\(gone)")
        withExtendedLifetime(charts) {}
    }

    @Test func whatCannotBeAddedOrRemovedIsOneLineAndChangesNothing() throws {
        let screen = try XvfbServer(width: 320, height: 180)
        let stream = try live(screen, scratch.file("wrong.mkv"))
        try stream.command("sources", "add", "phone=none")
        for (words, part) in [
            (["add", "phone=pattern"], "there is a source \"phone\" already"), (["add", "screen=pattern"], "give another name"),
            (["add", "cam=media:/no/such/device"], "cam is not added"), (["add", "cam=nothing"], "splitcast-capture-nothing"),
            (["add", "cam=pattern", "--layer", "cam=wide"], "\"wide\" cannot be said"), (["remove", "screen"], "the screen cannot be removed"),
            (["remove", "cam"], "there is no source \"cam\": there is screen, phone"),
        ] {
            let refused = #expect(throws: FixtureError.self) { try stream.command(["sources"] + words) }
            #expect(refused.map { "\($0)".contains(part) } == true, "\(words): \(String(describing: refused))")
            #expect(try sources(stream).map { $0["name"] as? String } == ["screen", "phone"])
        }
        for number in 3...12 { try stream.command("sources", "add", "s\(number)=none") }
        let refused = #expect(throws: FixtureError.self) { try stream.command("sources", "add", "s13=none") }
        #expect(refused.map { "\($0)".contains("no more than 12") } == true)
        // One that is asked for by hand, and one that was.
        let agent = try stream.agent(on: screen, "--place", "s3")
        try waitUntil("its picture") { try sources(stream)[2]["state"] as? String == "live" }
        try stream.command("sources", "remove", "s3")
        #expect(agent.exitStatus(within: .seconds(10)) != nil)
        try waitForAgents(1, stream)
        try stream.stop()
    }

    /// Memory that each source takes, beside that of its frames; and all of it is given back.
    @Test func aSourceTakesLittleAndLeavesNothingBehind() throws {
        let screen = try XvfbServer(width: 1280, height: 720)
        let stream = try live(screen, scratch.file("memory.mkv"), "--size", "\(Self.canvas)")
        func add(_ name: String) throws { try stream.command("sources", "add", "\(name)=pattern:\(Self.canvas)") }
        func remove(_ name: String) throws { try stream.command("sources", "remove", name) }
        // Buffers find their size.
        try add("first")
        letRun(for: .seconds(1))
        try remove("first")
        try waitForAgents(1, stream)
        letRun(for: .seconds(1))
        let before = try HostFootprint(of: stream)
        let names = ["a", "b", "c", "d"]
        for name in names { try add(name) }
        letRun(for: .seconds(2))
        let taken = try HostFootprint(of: stream).growth(since: before)
        let agents = try stream.agents().filter { $0["place"] as? String != "screen" }
        #expect(agents.count == names.count)
        for agent in agents {
            let used = try ProcessUsage(of: Int32(try #require(agent["pid"] as? Int))).uniqueBytes
            #expect(used <= 6 * Self.mebibyte, "agent \(agent["id"] ?? 0): \(used / 1024) KiB")
        }
        #expect(taken.anonymousBytes <= names.count * 5 * Self.mebibyte, "\(names.count) sources: \(taken)")
        #expect(taken.frameMemories <= names.count, "\(taken)")
        for name in names { try remove(name) }
        try waitForAgents(1, stream)
        for turn in 0..<6 {
            try add("turn\(turn)")
            try remove("turn\(turn)")
            try waitForAgents(1, stream)
        }
        var growth = try HostFootprint(of: stream).growth(since: before)
        // What ended is tidied up in the moments after.
        try waitUntil("all of it to be given back: \(growth)") {
            growth = try HostFootprint(of: stream).growth(since: before)
            return growth.isNothing
        }
        #expect(growth.anonymousBytes < 3 * Self.mebibyte, "\(growth)")
        try stream.stop()
    }
}
