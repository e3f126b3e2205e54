import Platform

extension Target {
    /// Waits for a packet or a command, or until the sink has something to say of there being none. Nothing is queued; the target's thread.
    func waitForPacket() throws(DeliveryError) {
        guard let due = sink.due else {
            _ = wakeup.wait()
            return
        }
        let now = MediaTime.now()
        // What has come meanwhile is looked for first.
        if now < due { _ = wakeup.wait(until: due) } else { try sink.look(at: now, until: now + settings.stallLimit) }
    }
}
