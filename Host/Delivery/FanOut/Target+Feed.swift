import Codec

/// From which fan-out a target gets its packets.
extension Target {
    /// From the next key frame of that fan-out on, its packets: in this connection, with audio that goes on. Any thread.
    ///
    /// The target has to be in the fan-out already; afterwards it is to be removed from the one before. It must have the same codings.
    public func change(to fanOut: FanOut) { feed.withLock { $0.change(to: ObjectIdentifier(fanOut)) } }

    /// Takes `change` back, unless it has happened.
    ///
    /// - Returns: whether its packets come from that fan-out.
    public func stay(without fanOut: FanOut) -> Bool {
        feed.withLock { feed in
            feed.stay()
            return feed.isFed(by: ObjectIdentifier(fanOut))
        }
    }

    public func isFed(by fanOut: FanOut) -> Bool { feed.withLock { $0.isFed(by: ObjectIdentifier(fanOut)) } }

    /// A fan-out's thread, and the one that encodes audio. Waits for no more than another packet.
    func offer(_ packet: Packet, from fanOut: FanOut) -> PacketQueue.Verdict {
        feed.withLock { feed in
            switch feed.admit(packet, from: ObjectIdentifier(fanOut)) {
            case .leave: return .ignored
            case .give: return queue.offer(packet)
            case .change:
                for waiting in feed.takeWaiting() { _ = queue.offer(waiting) }
                return queue.offer(packet)
            }
        }
    }
}
