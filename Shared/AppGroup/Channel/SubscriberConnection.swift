import Glibc
import Platform

/// One listener's connection to a `Publisher`: what it subscribed to, and what it has not accepted yet. Under the publisher's lock.
final class SubscriberConnection {
    static let longestTopic = 256
    static let mostTopics = 64
    /// What a listener may say in ten seconds: it subscribes, once or a few times.
    private static let mostBytes = 64 << 10
    private static let window = Duration.seconds(10)
    private static let greetingTime = Duration.seconds(10)
    /// Before messages are dropped for it.
    private static let outboxBytes = 1 << 20

    let stream: LocalStream
    private let connectedAt: MediaTime
    private var reader = ZMTPReader(longestMessage: 1 + longestTopic, peers: ["SUB", "XSUB"])
    private let inbox = ByteQueue(bytes: 1024)
    private let outbox = ByteQueue(bytes: outboxBytes)
    private var topics: [[UInt8]] = []
    private var said = 0
    private var windowBegan: MediaTime

    init(_ stream: LocalStream, at now: MediaTime) {
        (self.stream, connectedAt, windowBegan) = (stream, now, now)
        ZMTPReader.greeting.withUnsafeBytes { outbox.append($0) }
        flush()
    }

    var isReady: Bool { reader.isReady }
    var isWaiting: Bool { !outbox.isEmpty }
    /// When it is to be closed unless it has greeted by then.
    var deadline: MediaTime? { isReady ? nil : connectedAt + Self.greetingTime }

    /// Sends both parts, or nothing where they do not fit.
    func send(topic: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer) {
        guard isReady, topics.contains(where: { topic.starts(with: $0) }) else { return }
        guard outbox.free >= topic.count + content.count + 2 * ZMTPReader.longestHeader else { return }
        ZMTPReader.withHeader(ofMessage: topic.count, hasMore: true) { outbox.append($0) }
        outbox.append(topic)
        ZMTPReader.withHeader(ofMessage: content.count) { outbox.append($0) }
        outbox.append(content)
        flush()
    }

    func flush() { if !outbox.isEmpty { outbox.consume(stream.send(outbox.bytes)) } }

    /// Reads once, and handles all of it.
    ///
    /// - Returns: false when the connection is to be closed.
    func receive(at now: MediaTime) -> Bool {
        let count: Int
        switch stream.receive(into: inbox.room) {
        case .bytes(let some): count = some
        case .nothing: return true
        case .end: return false
        }
        inbox.appended(count)
        if now - windowBegan > Self.window { (windowBegan, said) = (now, 0) }
        said += count
        guard said <= Self.mostBytes else { return false }
        while true {
            switch reader.next(inbox.bytes) {
            case .incomplete: return true
            case .broken: return false
            case .greeted(let bytes):
                ZMTPReader.ready(as: "PUB").withUnsafeBytes { outbox.append($0) }
                inbox.consume(bytes)
            case .ready(let bytes), .ignored(let bytes): inbox.consume(bytes)
            case .ping(let bytes, let content):
                if outbox.isEmpty { ZMTPReader.pong(inbox.bytes[content]).withUnsafeBytes { outbox.append($0) } }
                inbox.consume(bytes)
            case .message(let bytes, let content):
                guard handle(inbox.bytes[content]) else { return false }
                inbox.consume(bytes)
            }
            flush()
        }
    }

    /// A subscription: 1 and a topic, or 0 and one that is not wanted any more (rfc.zeromq.org/spec/29).
    private func handle(_ message: Slice<UnsafeRawBufferPointer>) -> Bool {
        let topic = Array(message.dropFirst())
        switch message.first {
        case 1:
            guard topics.count < Self.mostTopics else { return false }
            topics.append(topic)
        case 0: if let index = topics.firstIndex(of: topic) { topics.remove(at: index) }
        default: break
        }
        return true
    }
}
