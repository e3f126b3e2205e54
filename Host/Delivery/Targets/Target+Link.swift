public import Platform
public import RateControl

extension TargetURL {
    /// Whether the link to it tells how it does: where packets go out and are acknowledged one after the other.
    public var tellsItsLink: Bool {
        switch kind {
        case .rtmp, .srt: true
        case .udp, .httpHLS, .file, .hls: false
        }
    }
}

extension Target {
    /// What it knows of its link now. Any thread but real-time ones.
    public func linkSample(at now: MediaTime) -> LinkSample {
        let status = status
        let link = status.link
        return LinkSample(
            at: now, queuedBytes: status.queuedBytes, queued: status.queued, unsentBytes: link.unsentBytes,
            unacknowledgedBytes: link.unacknowledgedBytes, buffered: link.buffered, blocked: link.blocked, sentBytes: status.bytesSent,
            roundTrip: link.roundTrip, estimatedBitRate: link.estimatedBitRate,
            // Of SRT, what its sender gave up; of others, what never reached it.
            dropped: link.buffered != nil ? link.lostPackets ?? 0 : status.droppedPictures, isLive: status.state == .live)
    }
}
