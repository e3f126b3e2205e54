import Fixtures
import Foundation
import Frames
import Platform
import ServerFixtures
import TestSupport
import Testing

/// A node of PipeWire without a portal, as a camera is one.
@Suite(.serialized) struct NodeTests {
    private static let canvas = "1280x720"

    /// A host and an agent on a node of the fixture's PipeWire.
    private func start(_ node: VideoNode, on fixture: AudioFixture, to file: String) throws -> (stream: TestSupport.Stream, agent: FixtureProcess) {
        let stream = try Stream(["host", "--mic", "none", "--http", "off", "--size", Self.canvas, "--to", file])
        // An agent that finds no host says so, in a line of its own.
        try stream.waitUntilAnswering()
        return (stream, try agent(node.id, of: stream, on: fixture))
    }

    private func agent(_ node: UInt32, of stream: TestSupport.Stream, on fixture: AudioFixture) throws -> FixtureProcess {
        let runtime = fixture.serverEnvironment["XDG_RUNTIME_DIR"] ?? nil
        return try FixtureProcess(
            [try releaseProduct("splitcast-capture-pipewire"), "--group", stream.group, "--node", "\(node)"],
            environment: fixture.serverEnvironment.merging(["XDG_RUNTIME_DIR": stream.runtimePath, "PIPEWIRE_RUNTIME_DIR": runtime]) { $1 })
    }

    @Test func everyFormatKeepsItsColours() throws {
        let (fixture, scratch) = (try AudioFixture(.pipewire), Scratch())
        for format in VideoNode.Format.allCases where format != .deepGrey {
            let node = try VideoNode(format, width: 1280, height: 720, pool: 2, in: fixture.serverEnvironment)
            let file = scratch.file("\(format).mkv")
            let (stream, agent) = try start(node, on: fixture, to: file)
            try stream.waitUntilLive(by: "pipewire")
            // A pool of two: who holds both freezes it at the third.
            try stream.waitForFrames(20)
            try stream.stop()
            #expect(agent.exitStatus(within: .seconds(10)) == .exited(0), "\(format): \(agent.output)")
            node.stop()
            let chart = format == .grey ? ColourChart.standard.grey : .standard
            let deviations = try chart.deviations(in: file)
            #expect(deviations.allSatisfy { $0 <= 3 }, "\(format): \(deviations)")
            #expect(try StampReader(file).frames.last?.stamp != nil, "\(format)")
        }
    }

    /// PipeWire gives back nothing that a client gave up: whatever becomes of the agent, it reads its node and no other.
    @Test func theAgentMayReadItsNodeAndNoOther() throws {
        let (fixture, scratch) = (try AudioFixture(.pipewire), Scratch())
        let node = try VideoNode(width: 1280, height: 720, pool: 2, in: fixture.serverEnvironment)
        let (stream, agent) = try start(node, on: fixture, to: scratch.file("x.mkv"))
        try stream.waitUntilLive(by: "pipewire")
        func asked(_ words: String...) throws -> String {
            String(decoding: try runTool(["pw-cli"] + words, environment: fixture.serverEnvironment), as: UTF8.self)
        }
        let clients = try asked("ls", "Client").components(separatedBy: "\tid ")
        let client = try #require(clients.first { $0.contains("\"Splitcast\"") }, "\(clients)")
        let rights = try asked("get-permissions", String(client.prefix { $0.isNumber })).split(separator: "\n").dropFirst().map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(rights.contains { $0.hasPrefix("default: ---") } && rights.contains { $0.hasPrefix("\(node.id): r--") }, "\(rights)")
        // Beside it the core, and the factory of streams.
        #expect(rights.count <= 4 && rights.count { $0.contains("w") } <= 1, "\(rights)")
        try stream.stop()
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(0), "\(agent.output)")
    }

    @Test func aFormatThatCannotBeHadIsNamedAtOnceWithThoseThatCan() throws {
        let (fixture, scratch) = (try AudioFixture(.pipewire), Scratch())
        let node = try VideoNode(.deepGrey, in: fixture.serverEnvironment)
        let file = scratch.file("x.mkv")
        let stream = try Stream(
            ["live", "--node", "\(node.id)", "--mic", "none", "--http", "off", "--duration", "4", "--to", file],
            environment: fixture.serverEnvironment)
        // Not when the broadcast is over.
        #expect(stream.process.exitStatus(within: .seconds(20)) == .exited(3), "\(stream.process.output)")
        let last = stream.process.output.split(separator: "\n").last ?? ""
        #expect(last.contains("GRAY16_LE") && last.contains("BGRx") && last.contains("P010_10LE"), "\(stream.process.output)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func aNodeThatNoOneCanShowIsNamed() throws {
        let (fixture, scratch) = (try AudioFixture(.pipewire), Scratch())
        let grey = try VideoNode(.deepGrey, in: fixture.serverEnvironment)
        let stream = try Stream(["host", "--mic", "none", "--http", "off", "--to", scratch.file("x.mkv")])
        try stream.waitUntilAnswering()
        let unknown = try agent(99_999, of: stream, on: fixture)
        #expect(unknown.exitStatus(within: .seconds(20)) == .exited(3), "\(unknown.output)")
        #expect(unknown.output.contains("99999"), "\(unknown.output)")
        let shapeless = try agent(grey.id, of: stream, on: fixture)
        #expect(shapeless.exitStatus(within: .seconds(20)) == .exited(3), "\(shapeless.output)")
        #expect(shapeless.output.contains("GRAY16_LE"), "\(shapeless.output)")
        // A microphone.
        let list = String(decoding: try runTool(["pw-cli", "ls", "Node"], environment: fixture.serverEnvironment), as: UTF8.self)
        let sink = try #require(
            list.firstMatch(of: /id (\d+), [^\n]*\n(?:[^\n]*=[^\n]*\n)*?[^\n]*media\.class = "Audio\/Sink"/).flatMap { UInt32($0.1) })
        let deaf = try agent(sink, of: stream, on: fixture)
        #expect(deaf.exitStatus(within: .seconds(20)) == .exited(3), "\(deaf.output)")
        for process in [unknown, shapeless, deaf] {
            #expect(process.output.split(separator: "\n").count <= 2 && !process.output.contains("Fatal error"), "\(process.output)")
        }
        try stream.stop(exitCode: 1)
    }

    @Test func aBrokenBufferAndChangesOfThePointerAreNoPicture() throws {
        let (fixture, scratch) = (try AudioFixture(.pipewire), Scratch())
        let node = try VideoNode(width: 1280, height: 720, pool: 2, in: fixture.serverEnvironment)
        let file = scratch.file("broken.mkv")
        let (stream, agent) = try start(node, on: fixture, to: file)
        try stream.waitUntilLive(by: "pipewire")
        for _ in 1...5 {
            try stream.waitForFrames(5)
            try node.sendBroken()
            try node.sendEmpty()
        }
        try stream.waitForFrames(5)
        try stream.stop()
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(0), "\(agent.output)")
        let reader = try StampReader(file)
        let first = reader.frames.firstIndex { $0.stamp != nil } ?? 0
        let tally = StampTally(reader.frames[first...].map(\.stamp))
        #expect(tally.received > 20 && tally.unreadable == 0 && tally.backward == 0, "\(tally)")
    }

    @Test func thePictureFollowsSizeTurnAndCrop() throws {
        let (fixture, scratch) = (try AudioFixture(.pipewire), Scratch())
        let node = try VideoNode(width: 1280, height: 720, in: fixture.serverEnvironment)
        let file = scratch.file("shapes.mkv")
        let (stream, agent) = try start(node, on: fixture, to: file)
        try stream.waitUntilLive(by: "pipewire")
        var phases: [ShapeReading.Phase] = []
        func phase(_ words: String, _ size: PixelSize, _ change: () throws -> Void) throws {
            try change()
            try stream.waitForFrames(30)
            let start = MediaTime.now()
            letRun(for: .seconds(1))
            phases.append(ShapeReading.Phase(words, size, start...MediaTime.now()))
        }
        try phase("640x480", PixelSize(width: 640, height: 480)) { try node.resize(width: 640, height: 480) }
        try phase("crop", PixelSize(width: 500, height: 300)) { try node.crop((x: 0, y: 0, width: 500, height: 300)) }
        try phase("whole", PixelSize(width: 640, height: 480)) { try node.crop(nil) }
        try phase("1280x720", PixelSize(width: 1280, height: 720)) { try node.resize(width: 1280, height: 720) }
        try stream.stop()
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(0), "\(agent.output)")
        for result in try ShapeReading(file, on: PixelSize(width: 1280, height: 720), phases).results {
            #expect(result.whole >= 10 && result.broken <= 1, "\(result)")
        }
    }

    @Test func aPipeWireThatStopsComesBackByItself() throws {
        let (fixture, scratch) = (try AudioFixture(.pipewire), Scratch())
        var node = try VideoNode(width: 1280, height: 720, in: fixture.serverEnvironment)
        let file = scratch.file("back.mkv")
        let (stream, agent) = try start(node, on: fixture, to: file)
        let pid = try stream.waitUntilLive(by: "pipewire")
        try stream.waitForFrames(5)
        try fixture.restart()
        node = try VideoNode(width: 1280, height: 720, in: fixture.serverEnvironment)
        try waitUntil("a frame of the new node: \(agent.output.suffix(800))", timeout: .seconds(40)) {
            try agent.expectRunning()
            return node.process.output.contains("state streaming")
        }
        #expect(try stream.waitUntilLive(by: "pipewire") == pid)
        try stream.waitForFrames(10)
        try stream.stop()
        #expect(try StampReader(file).frames.last?.stamp != nil)
    }

    @Test func thePointerBesideThePictureIsDrawnIntoIt() throws {
        let (fixture, scratch) = (try AudioFixture(.pipewire), Scratch())
        let node = try VideoNode(width: 1280, height: 720, in: fixture.serverEnvironment)
        let file = scratch.file("pointer.mkv")
        let (stream, agent) = try start(node, on: fixture, to: file)
        try stream.waitUntilLive(by: "pipewire")
        try node.point((x: 600, y: 400))
        try stream.waitForFrames(30)
        try node.point((x: 900, y: 300))
        try stream.waitForFrames(30)
        try stream.stop()
        #expect(agent.exitStatus(within: .seconds(10)) == .exited(0), "\(agent.output)")
        func colour(x: Int, y: Int) throws -> [UInt8] {
            let raw = try runTool([
                "ffmpeg", "-nostdin", "-v", "error", "-i", file, "-vf", "crop=4:4:\(x):\(y):exact=1,scale=1:1:flags=area,format=rgb24", "-f",
                "rawvideo", "pipe:1",
            ])
            return [UInt8](raw.suffix(3))
        }
        let (here, gone) = (try colour(x: 902, y: 302), try colour(x: 602, y: 402))
        #expect(here.count == 3 && here[0] > 180 && here[1] < 80 && here[2] < 80, "\(here)")
        #expect(gone.allSatisfy { abs(Int($0) - 0x80) <= 4 }, "the picture is whole again where the pointer was: \(gone)")
    }
}
