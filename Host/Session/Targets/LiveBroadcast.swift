public import Codec
public import Delivery
public import Platform

/// What somebody gets who watches close behind: packets as they come, and what a container needs to know of them.
public struct LiveBroadcast: Sendable {
    public let viewer: LiveViewer
    /// The picture first; of the audio the mix, in AAC.
    public let streams: [StreamDescription]
    /// What is time 0 for every viewer.
    public let start: MediaTime
}

extension Session {
    public func watch(withAudio: Bool) -> LiveBroadcast? {
        guard let encoding = encodings.running.primary, let streams = targets.streams(of: encoding.name) else { return nil }
        let own = streams.filter { $0.kind == .video || $0.coding == .aac && $0.track == 0 && (withAudio || configuration.streams == .audioOnly) }
        guard !own.isEmpty else { return nil }
        return LiveBroadcast(viewer: encoding.fanOut.addViewer(of: Set(own.map(\.coding))), streams: own, start: start)
    }
}

extension SessionControl {
    /// A session that encodes nothing.
    public func watch(withAudio: Bool) -> LiveBroadcast? { nil }
}
