public import Platform
import Synchronization

/// Messages on their way from those who send them to the pictures that carry them: control threads on one side, the encode
/// thread on the other. While none waits, a picture costs one look and no memory.
public final class MessageTrack: @unchecked Sendable {
    // @unchecked: `queue` belongs to the encoding's thread.
    /// More are refused.
    public static let mostWaiting = MessageQueue.mostWaiting

    private struct Posted: Sendable {
        let message: StreamMessage
        let request: MessageRequest
        let at: MediaTime
    }

    private let posted = SPSCRing<Posted>(capacity: 16)
    /// Posted, and not carried to the end; counted here, since both sides want to know.
    private let inside = Atomic<Int>(0)
    /// Of the last message; makes many senders one producer.
    private let newestID = Mutex<UInt64>(0)
    private var queue: MessageQueue

    /// - Parameter coding: of the pictures that carry the messages.
    public init(coding: Coding = .h264) { queue = MessageQueue(coding: coding) }

    /// Whether one more is accepted. Of use to the one thread that posts.
    public var hasRoom: Bool { inside.load(ordering: .relaxed) < MessageQueue.mostWaiting }

    /// Accepts a message. Control plane; waits for nothing.
    ///
    /// - Parameters:
    ///   - request: one without a `problem`.
    ///   - milliseconds: since 1970; becomes the message's number, so that numbers grow from broadcast to broadcast too.
    /// - Returns: its number; `nil` when too many wait: try again.
    public func post(_ request: MessageRequest, at now: MediaTime, milliseconds: UInt64) -> UInt64? {
        newestID.withLock { newest in
            guard inside.load(ordering: .relaxed) < MessageQueue.mostWaiting else { return nil }
            let id = max(newest + 1, milliseconds)
            guard posted.push(Posted(message: StreamMessage(id: id, text: request.text), request: request, at: now)) else { return nil }
            inside.add(1, ordering: .relaxed)
            newest = id
            return id
        }
    }

    /// The picture with the messages that are due, or the very same where there are none. Encode thread.
    ///
    /// A picture that cannot take them, for want of memory or of a slice, goes on without.
    public func carry(_ packet: Packet) -> Packet {
        guard inside.load(ordering: .relaxed) > 0 else { return packet }
        while let new = posted.pop() {
            if !queue.add(new.message, new.request, at: new.at) { inside.subtract(1, ordering: .relaxed) }
        }
        let before = queue.count
        let units = queue.dequeue(at: .now(), isKeyframe: packet.isKeyframe)
        inside.subtract(before - queue.count, ordering: .relaxed)
        return units.isEmpty ? packet : packet.carrying(units) ?? packet
    }
}
