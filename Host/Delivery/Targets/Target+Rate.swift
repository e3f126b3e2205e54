import Codec
import Platform

extension Target {
    /// It was sent, or written. The target's thread.
    func count(_ packet: Packet, _ sender: inout TargetSender, dequeuedAt dequeued: MediaTime) {
        let now = MediaTime.now()
        packets.add(1, ordering: .relaxed)
        if packet.kind == .video {
            pictures.add(1, ordering: .relaxed)
            if let captureTime = packet.captureTime { delays.record(now - captureTime) }
            packet.trace?.note(sentBy: id, isOrdered: needsOrder, dequeuedAt: dequeued, at: now)
        }
        sentTime.add(sender.advance(to: packet.dts).inNanoseconds, ordering: .relaxed)
        measure(&sender, at: now)
    }

    /// What it sends a second.
    private func measure(_ sender: inout TargetSender, at now: MediaTime) {
        guard let measured = sender.window.add(sink.bytesSent, at: now, batch: sink.batch) else { return }
        rate.store(measured, ordering: .relaxed)
        rateTime.store(now.nanoseconds, ordering: .relaxed)
    }

    /// In kilobits a second; 0 when nothing was measured lately.
    var currentRate: Int {
        let age = Duration.nanoseconds(MediaTime.now().nanoseconds - rateTime.load(ordering: .relaxed))
        return age < max(.seconds(3), sink.batch * 3) ? rate.load(ordering: .relaxed) : 0
    }
}
