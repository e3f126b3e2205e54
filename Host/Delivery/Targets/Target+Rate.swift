import Platform

extension Target {
    /// What it sends a second. The target's thread.
    func measure(_ sender: inout TargetSender) {
        let now = MediaTime.now()
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
