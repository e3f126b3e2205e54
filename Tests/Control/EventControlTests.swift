import Codec
import ControlFixtures
import Events
import Foundation
import Platform
import Session
import Testing

@testable import Control

/// Events and messages over the control socket and the events socket, both real.
@Suite struct EventControlTests {
    private let group: TestGroup
    private let session = FakeSession()

    init() throws { group = try TestGroup() }

    @Test func eventsMakeTheRoundTripInPages() async throws {
        let told = (1...250).map { session.tell(.targetLive, "number \($0)") }
        let pages = try await group.serving(session) { [group] in
            let client = try ControlClient(group.directory.name)
            return [try client.events(since: 0), try client.events(since: 100), try client.events(since: 240), try client.events(since: 250)]
        }
        #expect(pages.map(\.events.count) == [100, 100, 10, 0] && pages.map(\.hasMore) == [true, true, false, false])
        #expect(pages[0].events == Array(told.prefix(100)) && pages.allSatisfy { $0.newest == 250 && $0.oldest == 1 })
    }

    @Test func aPageFitsIntoAPacketWhateverItHolds() async throws {
        for _ in 0..<100 { session.tell(.agentRefused, String(repeating: "\"", count: 600), .warning, remedy: String(repeating: "\\", count: 600)) }
        let (count, all) = try await group.serving(session) { [group] in
            let client = try ControlClient(group.directory.name)
            var (events, page): ([SessionEvent], EventPage) = ([], try client.events(since: 0))
            let first = page.events.count
            events += page.events
            while page.hasMore {
                page = try client.events(since: events.last?.sequence ?? 0)
                events += page.events
            }
            return (first, events.map(\.sequence))
        }
        #expect(count < 100 && all == Array(1...100))
    }

    @Test func requestsAreReadAsTheyAreDocumented() async throws {
        session.tell(.targetLive, "words")
        let cases: [(String, String)] = [
            (#"{"v":1,"do":"events"}"#, #""newest":1"#), (#"{"v":1,"do":"events","since":1}"#, #""events":[]"#),
            (#"{"v":1,"do":"events","since":"x"}"#, "badField"), (#"{"v":1,"do":"message"}"#, "missingField"),
            (#"{"v":1,"do":"message","text":"a"}"#, #"{"message":1795298087001,"v":1}"#),
            (#"{"v":1,"do":"message","text":"a","repeat":0}"#, "badField"), (#"{"v":1,"do":"message","text":""}"#, "badField"),
            (#"{"v":1,"do":"message","text":"a","delayMilliseconds":-1}"#, "badField"),
            (#"{"v":1,"do":"message","text":"a","delayMilliseconds":1e300}"#, "badField"),
            (#"{"v":1,"do":"message","text":"b","repeat":100,"delayMilliseconds":500,"keyframesOnly":true}"#, #""message":1795298087002"#),
            (#"{"v":1,"do":"message","text":"c"}"#, "notNow"),
        ]
        let replies = try await group.serving(session) { [group] in try RawPackets.exchange(cases.map { Array($0.0.utf8) }, group.directory) }
        for (one, reply) in zip(cases, replies) { #expect(reply.contains(one.1), "\(one.0): \(reply)") }
        let full = MessageRequest(text: "b", repeats: 100, delay: .milliseconds(500), isForKeyframesAlone: true)
        #expect(session.wasTold.messages == [MessageRequest(text: "a"), full, MessageRequest(text: "c")])
    }

    @Test func aMessageMakesTheRoundTrip() async throws {
        let request = MessageRequest(text: "{\"quiz\":\"é\"}\n", repeats: 7, delay: .milliseconds(1), isForKeyframesAlone: true)
        let id = try await group.serving(session) { [group] in try ControlClient(group.directory.name).send(request) }
        #expect(id == 1_795_298_087_001 && session.wasTold.messages == [request])
    }

    @Test func followingMissesNothing() async throws {
        let publisher = try EventPublisher(in: group.directory)
        for number in 1...150 { session.tell(.targetLive, "\(number)") }
        let words = try await group.serving(session) { [group, session] in
            let silence = try Wakeup()
            var following = try EventFollowing(try ControlClient(group.directory.name), after: 20)
            var words: [String] = []
            for number in 151...200 {
                // Some are published, some are not, as if they had been lost.
                let event = session.tell(.targetLive, "\(number)")
                if number % 7 == 0 { publisher.publish(event) }
                if number % 10 == 0 { words += try following.next(interruption: silence.descriptor)?.map(\.words) ?? ["the end"] }
            }
            while words.count < 180 { words += try following.next(interruption: silence.descriptor)?.map(\.words) ?? ["the end"] }
            silence.signal()
            return words + (try following.next(interruption: silence.descriptor)?.map(\.words) ?? ["the end"])
        }
        #expect(words == (21...200).map { "\($0)" })
    }

    @Test func followingEndsWithTheHost() async throws {
        let (group, silence) = (group, try Wakeup())
        session.tell(.targetLive, "1")
        let first = try await group.serving(session) {
            var following = try EventFollowing(try ControlClient(group.directory.name), after: 0)
            return try following.next(interruption: silence.descriptor)?.count
        }
        #expect(first == 1)
        let last = try await Worker.run(name: "client") {
            Result {
                var following = try EventFollowing(try ControlClient(group.directory.name), after: 1)
                return try following.next(interruption: silence.descriptor) == nil
            }
        }
        #expect(try last.get())
    }

    @Test func aStrangersSubscriberHearsEventsByTheirCodes() throws {
        let publisher = try EventPublisher(in: group.directory)
        let session = FakeSession()
        let process = Process()
        // Debian's python3, which has python3-zmq.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", Self.listener, group.directory.eventsPath]
        let (out, input) = (Pipe(), Pipe())
        (process.standardOutput, process.standardInput) = (out, input)
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        // Until the subscription has arrived nothing does: the listener says when it hears.
        let reader = try Worker(name: "listener") { [out] in Self.heard.append(out.fileHandleForReading.readDataToEndOfFile()) }
        let deadline = MediaTime.now() + .seconds(20)
        while process.isRunning, MediaTime.now() < deadline {
            publisher.publish(session.tell(.agentLive, "an agent"))
            publisher.publish(session.tell(.targetBadKey, "a \"bad\" key", .error, remedy: "copy it"))
            poll(nil, 0, 10)
        }
        input.fileHandleForWriting.closeFile()
        process.waitUntilExit()
        reader.join()
        let lines = Self.heard.text.split(separator: "\n")
        #expect(lines == ["target.rejected.badKey a \"bad\" key error copy it", "target.rejected.badKey a \"bad\" key error copy it"])
        publisher.close()
        publisher.publish(session.tell(.agentLive, "no one hears"))
        #expect(access(group.directory.eventsPath, F_OK) != 0)
    }

    private static let heard = Heard()

    private final class Heard: @unchecked Sendable {
        // @unchecked: written by a worker that is joined before anybody reads.
        private(set) var text = ""
        func append(_ data: Data) { text += String(decoding: data, as: UTF8.self) }
    }

    private static let listener = """
        import json, sys, zmq
        socket = zmq.Context.instance().socket(zmq.SUB)
        socket.connect("ipc://" + sys.argv[1])
        socket.setsockopt(zmq.SUBSCRIBE, b"target.rejected")
        socket.setsockopt(zmq.RCVTIMEO, 20000)
        for _ in range(2):
            topic, body = socket.recv_multipart()
            event = json.loads(body)
            assert topic.decode() == event["code"], topic
            print(topic.decode(), event["words"], event["severity"], event["remedy"])
        """
}
