import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// Targets come, rest and go while the broadcast is live.
@Suite(.serialized) struct LiveTargetTests {
    private static let start = ["added", "connecting", "connected", "firstFrameSent", "live"]

    @Test func targetsAreAddedPausedResumedConnectedAnewAndRemoved() throws {
        let (server, scratch) = (try RTMPServer(), Scratch())
        let stream = try Stream.card(to: [server.url("one"), scratch.file("whole.mkv")])
        try stream.waitUntilLive()

        let added = String(decoding: try stream.command("targets", "add", server.url("two")), as: UTF8.self)
        #expect(added == "target 3: rtmp://127.0.0.1:\(server.port)/live/***\n")
        try stream.waitForTarget(3, toBe: "live")
        try waitUntil("the server to have it") { try server.isPublishing("two") }
        // Known of a connection, and of nothing else.
        try waitUntil("its round trip") { try stream.target(3)["roundTripMilliseconds"] as? Double ?? 0 > 0 }
        #expect(try stream.target(2)["roundTripMilliseconds"] == nil)
        try stream.command("targets", "add", scratch.file("part.mp4"))
        try stream.waitForTarget(4, toBe: "live")

        try stream.command("targets", "pause", "1")
        #expect(try stream.state(of: 1) == "paused")
        try waitUntil("the server to be left") { try !server.isPublishing("one") }
        try stream.command("targets", "resume", "1")
        try stream.waitForTarget(1, toBe: "live")
        try waitUntil("the server to have it again") { try server.isPublishing("one") }
        // No time to rest in between.
        try stream.command("targets", "pause", "4")
        try stream.command("targets", "resume", "4")
        try stream.waitForTarget(4, toBe: "live")
        try stream.command("reconnect", "3")
        try waitUntil("a new connection") { try stream.target(3)["reconnects"] as? Int == 1 && stream.state(of: 3) == "live" }

        try stream.waitForProgress(of: 4)
        try stream.command("targets", "remove", "4")
        // Complete as soon as that has returned.
        #expect(try decodingErrors(of: scratch.file("part.mp4")) == "")
        try stream.command("targets", "remove", "3")
        try waitUntil("the server to be left") { try !server.isPublishing("two") }
        #expect(try stream.targets().compactMap { $0["id"] as? Int } == [1, 2])
        #expect(try stream.refusal("targets", "pause", "3").contains("there is no target 3; there are: 1, 2"))

        let again = ["connecting", "connected", "firstFrameSent", "live"]
        try waitUntil("it to be told") { try stream.steps(of: 3).last == "removed" }
        // Who is quick is connected before anybody sees it connecting.
        let first = try stream.steps(of: 1).filter { $0 != "connecting" }
        #expect(first == ["added", "connected", "firstFrameSent", "live", "paused", "resumed", "connected", "firstFrameSent", "live"], "\(first)")
        let third = try stream.steps(of: 3)
        #expect(third == Self.start + again + ["removed"] || third == Self.start + again + ["closed", "removed"], "\(third)")
        #expect(try stream.steps(of: 2) == Self.start)
        let whole = try stream.target(2)
        #expect(whole["droppedFrames"] as? Int == 0 && whole["reconnects"] as? Int == 0, "\(whole)")
        try stream.stop()
        #expect(try decodingErrors(of: scratch.file("whole.mkv")) == "")
    }

    @Test func anAddressIsStreamedToOnceInAllOfTheMachine() throws {
        let (server, scratch) = (try RTMPServer(), Scratch())
        let stream = try Stream.card(to: [server.url("one"), scratch.file("a.mkv")])
        try stream.waitUntilLive()
        // In this host, by another spelling as well.
        for address in [server.url("one"), server.url("one").replacing("rtmp", with: "RTMP", maxReplacements: 1)] {
            let answer = try stream.refusal("targets", "add", address)
            #expect(answer.contains("is named twice") && !answer.contains("/one"), "\(answer)")
        }
        // In another host of this machine, from its start and later.
        func other(_ target: String) throws -> FixtureProcess {
            try FixtureProcess(
                [
                    try releaseProduct("splitcast"), "live", "--capture", "pattern", "--mic", "none", "--http", "off", "--group", "other",
                    "--overwrite",
                    "--to", target,
                ], environment: stream.environment)
        }
        for target in [server.url("one"), scratch.file("a.mkv")] {
            let second = try other(target)
            #expect(second.exitStatus(within: .seconds(20)) == .exited(2), "\(second.output)")
            #expect(second.output.contains("group 'test'") && !second.output.contains("/one"), "\(second.output)")
        }
        let third = try other(scratch.file("b.mkv"))
        try third.waitForOutput("b.mkv) live")
        let refused = #expect(throws: FixtureError.self) {
            try runTool([try releaseProduct("splitcast"), "targets", "add", server.url("one"), "--group", "other"], environment: stream.environment)
        }
        #expect(refused.map { "\($0)" }?.contains("group 'test'") == true)
        #expect(try [1, 2].map { try stream.state(of: $0) } == ["live", "live"])
        // It is free as soon as its host is gone, however that went.
        stream.process.send(SIGKILL)
        #expect(stream.process.exitStatus(within: .seconds(10)) != nil)
        try runTool([try releaseProduct("splitcast"), "targets", "add", server.url("one"), "--group", "other"], environment: stream.environment)
        try waitUntil("the other host to be there: \(third.output)") { try server.isPublishing("one") }
        #expect(third.end().isSuccess)
    }
}
