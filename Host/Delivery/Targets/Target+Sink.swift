extension Target {
    /// Where the packets become bytes, by the kind of address.
    package static func makeSink(
        _ url: TargetURL, _ settings: TargetSettings, hasPictures: Bool, counting count: ByteCount
    ) -> any PacketSink {
        let segments: (any SegmentStore)? =
            switch url.place {
            case .hls: SegmentFolder(url.text, counting: count)
            case .httpHLS: SegmentServer(url, settings, counting: count)
            case .rtmp, .srt, .udp, .file: nil
            }
        if let segments {
            return HLSSink(
                url, in: segments, length: settings.playlistLength, keyframeInterval: settings.keyframeInterval, hasPictures: hasPictures,
                counting: count)
        }
        if url.isRecording { return RecordingSink(url, settings, counting: count) }
        return MuxedSink(url, counting: count) { url in
            switch url.place {
            case .srt: SRTConnection(url, bitsPerSecond: settings.bitsPerSecond)
            case .udp: UDPConnection(url, bitsPerSecond: settings.bitsPerSecond)
            case .rtmp: RTMPConnection(url, settings: settings)
            case .file, .hls, .httpHLS: FileConnection(path: url.text, overwrites: settings.overwrites)
            }
        }
    }
}
