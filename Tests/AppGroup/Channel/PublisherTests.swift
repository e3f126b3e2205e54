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
    private func meet(_ publisher: Publisher, _ subscriber: Subscriber, topic: String) {
        let deadline = MediaTime.now() + .seconds(20)
        while subscriber.receive() == nil, MediaTime.now() < deadline {
            publisher.send(topic: topic, Array("hello".utf8))
            poll(nil, 0, 2)
        }
    }

    @Test func whoListensHearsWhatItsTopicsBeginWith() throws {
        let publisher = try Publisher(binding: path)
        let (all, some) = (try Subscriber(context, connecting: path), try Subscriber(context, connecting: path, topic: "target."))
        meet(publisher, all, topic: "a")
        meet(publisher, some, topic: "target.a")
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

    @Test func whoDoesNotReadKeepsNoOneWaiting() throws {
        let publisher = try Publisher(binding: path)
        let (deaf, listening) = (try Subscriber(context, connecting: path), try Subscriber(context, connecting: path))
        meet(publisher, deaf, topic: "a")
        meet(publisher, listening, topic: "a")
        let big = [UInt8](repeating: 7, count: 1000)
        for _ in 0..<5000 {
            publisher.send(topic: "b", big)
            while listening.receive() != nil {}
        }
        withExtendedLifetime(deaf) {}
    }

    @Test func aListenerMayComeBeforeThePublisherAndStayForTheNext() throws {
        let subscriber = try Subscriber(context, connecting: path)
        for round in ["first", "second"] {
            let publisher = try Publisher(binding: path)
            meet(publisher, subscriber, topic: round)
            publisher.close()
            publisher.close()
            publisher.send(topic: "c", [1])
            #expect(access(path, F_OK) != 0)
            while subscriber.receive() != nil {}
        }
    }

    @Test func aPathThatCannotBeBoundIsSaid() {
        let error = #expect(throws: GroupError.self) { try Publisher(binding: "/nonexistent/x.zmq") }
        #expect(error?.message.contains("/nonexistent/x.zmq") == true)
    }
}
