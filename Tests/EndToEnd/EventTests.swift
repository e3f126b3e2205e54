import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// What a broadcast tells, as people and programs hear it.
@Suite(.serialized) struct EventTests {
    /// A test card that is streamed.
    private func card(_ targets: [String], _ more: String...) throws -> TestSupport.Stream {
        try Stream(
            ["live", "--capture", "pattern", "--size", "320x180", "--mic", "none", "--http", "off"] + targets.flatMap { ["--to", $0] } + more)
    }

    private func events(_ stream: TestSupport.Stream, _ more: String...) throws -> [[String: Any]] {
        let text = String(decoding: try stream.command(["events", "--json"] + more), as: UTF8.self)
        return try text.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
    }

    private func codes(_ events: [[String: Any]], about subject: String) -> [String] {
        events.compactMap { $0["code"] as? String }.filter { $0.hasPrefix(subject) }
    }

    @Test func aLostServerAndAKilledAgentAreToldInOrderToAll() throws {
        let (server, scratch) = (try RTMPServer(), Scratch())
        let stream = try card([server.url("told"), scratch.file("told.mkv")])
        try stream.waitUntilLive()
        try scratch.write(Self.listener, to: "listener.py")
        // Debian's python3, which has python3-zmq.
        let stranger = try FixtureProcess(["/usr/bin/python3", scratch.file("listener.py"), stream.runtimePath + "/splitcast/test/events.zmq"])
        let follower = try stream.running("events", "--follow")
        try follower.waitForOutput("agent.live")
        // Subscriptions need a moment to arrive: something happens until the stranger has heard of it.
        try waitUntil("the stranger to hear: \(stranger.output)") {
            try stream.command("message", "hello")
            return stranger.output.contains("message.accepted")
        }
        server.stop()
        try stranger.waitForOutput("target.connectionLost")
        try server.start()
        try stranger.waitForOutput("target.live", after: "target.connectionLost")
        let pid = try #require(try stream.agents().first?["pid"] as? Int)
        kill(pid_t(pid), SIGKILL)
        try stranger.waitForOutput("agent.lost")
        try stranger.waitForOutput("agent.live", after: "agent.lost")
        let told = try events(stream)
        try stream.stop(restarts: true)
        try stranger.waitForOutput("target.closed")

        #expect(told.compactMap { $0["sequence"] as? Int } == Array(1...told.count))
        let first = told.filter { $0["target"] as? Int == 1 }
        let start = ["added", "connecting", "connected", "firstFrameSent", "live"]
        let again = ["connected", "firstFrameSent", "live"]
        let steps = codes(first, about: "target.").map { String($0.dropFirst("target.".count)) }
        #expect(Array(steps.prefix(7)) == start + ["connectionLost", "retry"] && Array(steps.suffix(3)) == again, "\(steps)")
        #expect(codes(told.filter { $0["target"] as? Int == 2 }, about: "target.").map { String($0.dropFirst(7)) } == start)
        let agents = codes(told, about: "agent.")
        // Of an agent's process and of its connection different threads tell.
        #expect(Set(agents.prefix(3)) == ["agent.started", "agent.attached", "agent.live"], "\(agents)")
        for code in ["agent.lost", "agent.restarting"] { #expect(agents.contains(code), "\(agents)") }
        #expect(agents.last == "agent.live" && codes(told, about: "session.") == ["session.started"])
        #expect(codes(told, about: "encoder.").allSatisfy { ["encoder.overloaded", "encoder.recovered", "encoder.effort"].contains($0) })
        // Trouble says what to do, and no key is shown.
        for event in told where ["warning", "error"].contains(event["severity"] as? String) {
            #expect((event["remedy"] as? String)?.isEmpty == false, "\(event)")
        }
        #expect(!"\(told)".contains("/told\""), "the key")

        // The stranger heard all of it, once and in order, and so did the follower.
        let heard = stranger.output.split(separator: "\n").compactMap { Int($0.split(separator: " ")[0]) }
        #expect(heard == Array(heard[0]..<heard[0] + heard.count))
        #expect(follower.exitStatus(within: .seconds(10))?.isSuccess == true)
        for word in ["target.connectionLost", "agent.lost", "→ "] { #expect(follower.output.contains(word), "\(follower.output)") }
        #expect(follower.output.contains("the host has ended") || follower.output.contains("session.ending"), "\(follower.output)")
        // The log says the same.
        for line in ["target 1 (rtmp://", "lost: ", "live: ", "ended, "] { #expect(stream.process.output.contains(line), "\(stream.process.output)") }
    }

    @Test func eventsAreChosenByNumberTimeAndCode() throws {
        let scratch = Scratch()
        let stream = try card([scratch.file("a.mkv")])
        try stream.waitUntilLive()
        let all = try events(stream)
        let from = try #require(all[2]["sequence"] as? Int)
        #expect(try events(stream, "--since", "\(from)").first?["sequence"] as? Int == from + 1)
        #expect(try events(stream, "--since", "1h").count >= all.count)
        let targets = try events(stream, "--only", "target")
        #expect(!targets.isEmpty && codes(targets, about: "target").count == targets.count)
        let text = String(decoding: try stream.command("events", "--only", "target.live"), as: UTF8.self)
        #expect(text.contains("target.live") && text.contains("a.mkv") && text.split(separator: "\n").count == 1, "\(text)")
        try stream.stop()
    }

    @Test func messagesArriveInRecordingAndBroadcast() throws {
        let (server, scratch) = (try RTMPServer(), Scratch())
        let file = scratch.file("a.mkv")
        let stream = try card([server.url("quiz"), file])
        try stream.waitUntilLive()
        let sent = String(decoding: try stream.command("message", #"{"quiz":1}"#, "--repeat", "5"), as: UTF8.self)
        let id = try #require(Int(sent.split(whereSeparator: { $0.isWhitespace })[1]))
        try stream.command("message", "keys", "--repeat", "2", "--keyframes-only", "--delay", "100ms")
        #expect(try events(stream, "--only", "message").compactMap { ($0["fields"] as? [String: Any])?["repeats"] as? Int } == [5, 2])
        #expect(try stream.refusal("message", String(repeating: "x", count: 5000)).contains("5000 bytes"))
        // Two key frames later.
        letRun(for: .seconds(6))
        try stream.stop()
        for path in [file, try #require(try server.recordings(of: "quiz").first)] {
            let told = try JSONSerialization.jsonObject(with: stream.command(inspecting: path)) as? [String: Any] ?? [:]
            let messages = told["messages"] as? [[String: Any]] ?? []
            #expect(messages.map { $0["text"] as? String } == [#"{"quiz":1}"#, "keys"] && messages[0]["id"] as? Int == id, "\(path): \(told)")
            #expect(messages.map { $0["pictures"] as? Int } == [5, 2] && messages[1]["keyframes"] as? Int == 2, "\(path): \(messages)")
            #expect(try decodingErrors(of: path) == "")
            // ffprobe sees each of them, beside x264's own word about itself in the first picture.
            let frames = String(decoding: try runTool(["ffprobe", "-v", "error", "-select_streams", "v", "-show_frames", path]), as: UTF8.self)
            let seen = frames.ranges(of: "side_data_type=H.26[45] User Data Unregistered SEI message").count
            #expect((7...8).contains(seen), "\(path): \(seen)")
        }
    }

    @Test func soundAloneHasNoPlaceForMessages() throws {
        let scratch = Scratch()
        let stream = try Stream(["live", "--audio-only", "--mic", "none", "--http", "off", "--to", scratch.file("a.mka")])
        try stream.waitUntilLive()
        #expect(try stream.refusal("message", "hello").contains("sound alone"))
        try stream.stop()
    }

    private static let listener = """
        import json, sys, zmq
        socket = zmq.Context.instance().socket(zmq.SUB)
        socket.connect("ipc://" + sys.argv[1])
        socket.setsockopt(zmq.SUBSCRIBE, b"")
        while True:
            topic, body = socket.recv_multipart()
            event = json.loads(body)
            print(event["sequence"], topic.decode(), event["words"], flush=True)
        """
}

extension TestSupport.Stream {
    /// `splitcast inspect FILE --json`, which is about no group.
    fileprivate func command(inspecting path: String) throws -> Data { try runTool([try releaseProduct("splitcast"), "inspect", path, "--json"]) }
}
