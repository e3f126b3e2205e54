import Platform

extension Target {
    /// What it sends a second, once a second. The target's thread.
    ///
    /// What leaves segment by segment is measured from one of them to the next: a second without any says nothing.
    func measure(_ sender: inout TargetSender) {
        let (now, bytes, batch) = (MediaTime.now(), sink.bytesSent, sink.batch)
        let hasSent = bytes > sender.lastBytes
        sender.lastBytes = bytes
        let span = now - sender.windowStart
        // A segment may come a little early, or late.
        guard span >= max(.seconds(1), batch * 0.8), hasSent || batch == .zero || span >= batch * 2 else { return }
        rate.store(Int(clamping: Double(bytes - sender.windowBytes) * 8 / 1000 / span.inSeconds), ordering: .relaxed)
        rateTime.store(now.nanoseconds, ordering: .relaxed)
        (sender.windowStart, sender.windowBytes) = (now, bytes)
    }

    /// In kilobits a second; 0 when nothing was measured lately.
    var currentRate: Int {
        let age = Duration.nanoseconds(MediaTime.now().nanoseconds - rateTime.load(ordering: .relaxed))
        return age < max(.seconds(3), sink.batch * 3) ? rate.load(ordering: .relaxed) : 0
    }
}
