import AgentFixtures
import Fixtures
import Glibc
import Testing

@testable import AppGroup
@testable import Platform

/// One publishes, any number listen.
@Suite struct PublisherTests {
    private let context: ChannelContext
    private let scratch = Scratch()
    private var path: String { scratch.file("events.zmq") }

    init() throws { context = try ChannelContext() }

    /// The next message within 20 s.
    private func next(_ subscriber: Subscriber) -> [String]? {
        let deadline = MediaTime.now() + .seconds(20)
        while MediaTime.now() < deadline {
            if let parts = subscriber.receive() { return parts.map { String(decoding: $0, as: UTF8.self) } }
            var entry = pollfd(fd: subscriber.descriptor, events: Int16(POLLIN), revents: 0)
            _ = pollUntil(.now() + .milliseconds(20), &entry, 1)
        }
        return nil
    }

    /// Sends until it is heard: a subscription takes a moment to arrive.
    private func meet(_ publisher: Publisher, _ subscriber: Subscriber, topic: String) throws {
        try waitUntil("\(topic) to be heard") {
            publisher.send(topic: topic, Array("hello".utf8))
            return subscriber.receive() != nil
        }
    }

    @Test func whoListensHearsWhatItsTopicsBeginWith() throws {
        let publisher = try Publisher(binding: path)
        let (all, some) = (try Subscriber(context, connecting: path), try Subscriber(context, connecting: path, topic: "target."))
        try meet(publisher, all, topic: "a")
        try meet(publisher, some, topic: "target.a")
        publisher.send(topic: "target", Array("no".utf8))
        publisher.send(topic: "target.live", Array("yes".utf8))
        func last(_ subscriber: Subscriber) -> [String]? {
            var heard = next(subscriber)
            while let one = heard, one.last == "hello" { heard = next(subscriber) }
            return heard
        }
        #expect(last(some) == ["target.live", "yes"])
        #expect(last(all) == ["target", "no"])
        #expect(next(all) == ["target.live", "yes"])
    }

    @Test func whoDoesNotReadKeepsNoOneWaitingAndNoMemory() throws {
        let publisher = try Publisher(binding: path)
        let (deaf, listening) = (try Subscriber(context, connecting: path), try Subscriber(context, connecting: path))
        try meet(publisher, deaf, topic: "a")
        try meet(publisher, listening, topic: "a")
        let (count, big) = (20_000, [UInt8](repeating: 7, count: 1000))
        var heard = 0
        for _ in 0..<count {
            publisher.send(topic: "b", big)
            while listening.receive() != nil { heard += 1 }
        }
        // The listening one goes on, and so does the deaf one once it reads.
        try waitUntil("the end to be heard") {
            publisher.send(topic: "end", [])
            while let parts = listening.receive() {
                if parts[0] == Array("end".utf8) { return true }
                heard += 1
            }
            return false
        }
        var waited = 0
        try waitUntil("the deaf one to hear what is said now") {
            publisher.send(topic: "now", [])
            while let parts = deaf.receive() {
                if parts[0] == Array("now".utf8) { return true }
                waited += 1
            }
            return false
        }
        #expect(heard > 0)
        // What both ends and the kernel hold between them.
        #expect((1...5000).contains(waited), "\(waited) of \(count) messages waited")
    }

    @Test func aListenerMayComeBeforeThePublisherAndStayForTheNext() throws {
        let subscriber = try Subscriber(context, connecting: path)
        for round in ["first", "second"] {
            let publisher = try Publisher(binding: path)
            try meet(publisher, subscriber, topic: round)
            publisher.close()
            publisher.close()
            publisher.send(topic: "c", [1])
            #expect(access(path, F_OK) != 0)
            while subscriber.receive() != nil {}
        }
    }

    /// More than this is not sent: a publisher that keeps it all does not take the machine down.
    private static let mostBytes = 64 << 20

    /// Sends again and again until the connection is closed.
    ///
    /// - Returns: how many bytes were sent; `nil` when it was never closed.
    private func sent(_ bytes: [UInt8], until peer: RawPeer) -> Int? {
        var sent = 0
        let isClosed = Watchdog.until(.seconds(20)) {
            for _ in 0..<100 where sent < Self.mostBytes {
                if peer.send(bytes) { sent += bytes.count } else if peer.receive() == nil { return true } else { peer.waitWritable() }
            }
            return sent >= Self.mostBytes
        }
        return isClosed && sent < Self.mostBytes ? sent : nil
    }

    @Test func aListenerThatSendsWithoutEndIsCutOff() throws {
        let publisher = try Publisher(binding: path)
        let listening = try Subscriber(context, connecting: path)
        try meet(publisher, listening, topic: "a")
        let part = RawPeer.frame([UInt8](repeating: 7, count: 200), flags: 1)
        let topics = RawPeer.frame([1] + [UInt8](repeating: 65, count: 100), flags: 0)
        for bytes in [part, topics, RawPeer.frame([UInt8](repeating: 1, count: 400), flags: 0)] {
            let peer = try RawPeer(connectingTo: path)
            #expect(peer.send(RawPeer.greeting + RawPeer.ready(as: "SUB")))
            let count = try #require(sent(bytes, until: peer), "it was listened to for ever")
            // What the kernel holds for it, beside what was read.
            #expect(count < 4 << 20)
        }
        try meet(publisher, listening, topic: "b")
    }

    @Test func silentConnectionsKeepNoListenerOut() throws {
        let publisher = try Publisher(binding: path)
        let silent = try (0..<(2 * Publisher.mostListeners)).map { _ in try RawPeer(connectingTo: path) }
        let listening = try Subscriber(context, connecting: path)
        try meet(publisher, listening, topic: "a")
        // The oldest of them gave way, and not because their time to greet was over.
        try waitUntil("the end of the oldest") { silent[0].receive() == nil }
        #expect(silent.last?.receive() != nil)
    }

    @Test func aPathThatCannotBeBoundIsSaid() {
        let error = #expect(throws: GroupError.self) { try Publisher(binding: "/nonexistent/x.zmq") }
        #expect(error?.message.contains("/nonexistent/x.zmq") == true)
    }
}
