package import Codec

extension Target {
    /// Where the packets become bytes, by the kind of address.
    package static func makeSink(
        _ url: TargetURL, _ settings: TargetSettings, codings: [Coding], counting count: ByteCount
    ) -> any PacketSink {
        func segmented(in store: any SegmentStore) -> any PacketSink {
            if let rendition = settings.rendition { return RenditionSink(url, rendition, in: store, counting: count) }
            return HLSSink(
                url, in: store, as: codings.allSatisfy(Container.mpegts.takes) ? settings.segmentContainer : .mp4, length: settings.playlistLength,
                keyframeInterval: settings.keyframeInterval,
                hasPictures: codings.contains { $0.kind == .video }, counting: count)
        }
        switch url.kind {
        case .rtmp: return RTMPSink(settings, codings: codings, counting: count)
        case .srt:
            return MuxedSink(url, counting: count) { (url) throws(DeliveryError) in
                try TargetConnection.srt(url, bitsPerSecond: settings.bitsPerSecond)
            }
        case .udp:
            return MuxedSink(url, counting: count) { (url) throws(DeliveryError) in
                try TargetConnection.udp(url, bitsPerSecond: settings.bitsPerSecond)
            }
        case .hls: return segmented(in: SegmentFolder(url.text, counting: count))
        case .httpHLS: return segmented(in: SegmentServer(url, settings, keepsSegments: settings.rendition != nil, counting: count))
        case .file: return RecordingSink(url, settings, counting: count)
        }
    }
}
