public import Platform
public import RateControl


extension TargetURL {
    /// Whether the line to it tells how it does: where packets go out and are acknowledged one after the other.
    public var tellsItsLine: Bool {
        switch place {
        case .rtmp, .srt: true
        case .udp, .httpHLS, .file, .hls: false
        }
    }
}

extension Target {
    /// What it knows of its line now. Any thread but real-time ones.
    public func lineSample(at now: MediaTime) -> LinkSample {
        let status = status
        let line = status.line
        return LinkSample(
            at: now, queuedBytes: status.queuedBytes, queued: status.queued, unsentBytes: line.unsentBytes,
            unacknowledgedBytes: line.unacknowledgedBytes, buffered: line.buffered, blocked: line.blocked, sentBytes: status.bytesSent,
            roundTrip: line.roundTrip, estimatedBitRate: line.estimatedBitRate,
            // Of SRT, what its sender gave up; of others, what never reached it.
            dropped: line.buffered != nil ? line.lostPackets ?? 0 : status.droppedPictures, isLive: status.state == .live)
    }
}
