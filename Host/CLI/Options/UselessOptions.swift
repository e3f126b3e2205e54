/// Options that say something about a stream that is not sent: refused, since the user who gives them expects them to work.
enum UselessOptions {
    /// - Throws: `CommandFailure` naming the first one.
    static func refuse(
        _ coding: CodingOptions, capture: CaptureOptions?, cast: CastOptions, agents: AgentOptions, picture: PictureOptions, rate: RateOptions,
        audio: AudioOptions
    ) throws(CommandFailure) {
        if coding.audioOnly {
            try refuse(
                given(capture) + cast.given.map { ($0, true) } + given(agents) + given(picture) + given(rate),
                "says something about the picture, and --audio-only sends none")
        }
        if coding.videoOnly { try refuse(given(audio) + given(coding), "says something about the audio, and --video-only sends none") }
    }

    private static func refuse(_ given: [(name: String, isGiven: Bool)], _ why: String) throws(CommandFailure) {
        guard let useless = given.first(where: \.isGiven) else { return }
        throw CommandFailure(.usage, "\(useless.name) \(why): leave out one of them")
    }

    private static func given(_ capture: CaptureOptions?) -> [(name: String, isGiven: Bool)] {
        (capture?.media.given ?? []).map { ($0, true) } + [
            ("--capture", capture?.capture != nil), ("--display", capture?.display != nil), ("--screen", capture?.screen != nil),
            ("--region", capture?.region != nil), ("--orientation", capture?.orientation != nil),
            ("--pattern-size", capture?.patternSize != nil), ("--node", capture?.node != nil),
        ]
    }

    private static func given(_ agents: AgentOptions) -> [(name: String, isGiven: Bool)] {
        [
            ("--agent-memory", agents.memory != nil), ("--agent-sandbox", agents.sandbox != nil), ("--hold", agents.hold != nil),
            ("--slate", agents.slate != nil), ("--slate-text", agents.slateText != nil), ("--slate-color", agents.slateColor != nil),
            ("--background-clip", agents.backgroundClip != nil), ("--on-loss", agents.onLoss != nil), ("--poor-picture", agents.poorPicture != nil),
            ("--on-desktop", agents.onDesktop != nil),
        ]
    }

    private static func given(_ picture: PictureOptions) -> [(name: String, isGiven: Bool)] {
        [
            ("--size", picture.size != nil), ("--aspect", picture.aspect != nil), ("--fps", picture.framesPerSecond != nil),
            ("--cadence", picture.cadence != nil), ("--encoder", picture.encoder != nil), ("--encoder-device", picture.encoderDevice != nil),
            ("--preset", picture.preset != nil), ("--effort", picture.effort != nil), ("--nice", picture.nice != nil),
            ("--encoding", !picture.encodings.isEmpty),
            ("--profile", picture.profile != nil), ("--keyframe-interval", picture.keyframeInterval != nil),
        ]
    }

    private static func given(_ rate: RateOptions) -> [(name: String, isGiven: Bool)] {
        [
            ("--quality", rate.quality != nil), ("--bitrate", rate.bitrate != nil), ("--video-bitrate", rate.videoBitrate != nil),
            ("--min-bitrate", rate.minBitrate != nil), ("--initial-bitrate", rate.initialBitrate != nil), ("--no-adaptive", rate.noAdaptive),
            ("--adaptive-resolution", rate.adaptiveResolution), ("--adapt-to", rate.adaptTo != nil),
        ]
    }

    /// `--mic none` is what a broadcast without audio has anyway.
    private static func given(_ audio: AudioOptions) -> [(name: String, isGiven: Bool)] {
        [
            ("--mic", !audio.microphones.isEmpty && audio.microphones != ["none"]), ("--desktop-audio", audio.desktopAudio != nil),
            ("--mic-processing", !audio.processing.isEmpty), ("--mic-channels", !audio.channels.isEmpty), ("--duck", audio.ducking != nil),
            ("--audio-offset", !audio.offsets.isEmpty),
        ]
    }

    private static func given(_ coding: CodingOptions) -> [(name: String, isGiven: Bool)] {
        [
            ("--audio-codec", coding.audioCodec != nil), ("--audio-rate", coding.audioRate != nil),
            ("--audio-channels", coding.audioChannels != nil), ("--audio-bitrate", coding.audioBitrate != nil),
        ]
    }
}
