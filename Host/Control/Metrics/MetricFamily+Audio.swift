import Session

extension MetricFamily {
    /// What is heard. `microphone` of the status is the first of its sources.
    static let audio: [MetricFamily] = [
        source(.gauge, "active", "Whether it can be heard.", of: "isActive") { $0.isActive.figure },
        source(.gauge, "live", "Whether its device delivers.", of: "state") { ["live", "playing"].contains($0.state).figure },
        source(.gauge, "always_on", "Whether it stays open while it is muted.", of: "isAlwaysOn") { $0.isAlwaysOn.figure },
        source(.gauge, "muted", "As asked.", of: "isMuted", "microphone.isMuted") { $0.isMuted.figure },
        source(.gauge, "gain_decibels", "Its gain.", of: "gainDecibels", "audio.sources[].gain") { $0.gainDecibels },
        source(.gauge, "level_ratio", "Loudness after its gain, from -60 dBFS to 0.", of: "level", "microphone.level", "audio.levels") {
            $0.level / 100
        },
        source(.gauge, "peak_dbfs", "Peak of the last tenth of a second.", of: "peakDbfs", "microphone.peakDbfs") { $0.peakDbfs },
        source(.gauge, "rms_dbfs", "Mean power of the last tenth of a second.", of: "rmsDbfs", "microphone.rmsDbfs") { $0.rmsDbfs },
        source(.gauge, "clipping", "Whether it clips.", of: "isClipping") { $0.isClipping.figure },
        source(.gauge, "drift_ratio", "By how much its clock runs faster than the host's.", of: "driftPpm", "microphone.driftPpm") {
            $0.driftPpm / 1e6
        },
        source(
            .counter, "silence_seconds_total", "Silence in place of audio that did not come.", of: "silenceMilliseconds",
            "microphone.silenceMilliseconds"
        ) { $0.silenceMilliseconds / 1000 },
        source(.counter, "underruns_total", "How often that began.", of: "underruns") { Double($0.underruns) },
        source(.gauge, "late_seconds", "How much later than the others it is heard.", of: "lateMilliseconds") { $0.lateMilliseconds / 1000 },
        source(.gauge, "offset_seconds", "How much later than captured it is to be heard.", of: "offsetMilliseconds") {
            $0.offsetMilliseconds / 1000
        },
        mix(.gauge, "level_ratio", "Loudness of what goes out, from -60 dBFS to 0.", of: "level") { $0.level / 100 },
        mix(.gauge, "peak_dbfs", "Peak of what goes out.", of: "peakDbfs") { $0.peakDbfs },
        mix(.gauge, "rms_dbfs", "Mean power of what goes out.", of: "rmsDbfs") { $0.rmsDbfs },
        mix(.gauge, "clipping", "Whether what goes out clips.", of: "isClipping") { $0.isClipping.figure },
        mix(.gauge, "muted", "Whether everything is muted.", of: "isMuted") { $0.isMuted.figure },
        mix(.counter, "limited_samples_total", "Samples that the limiter took down.", of: "limitedSamples") { Double($0.limitedSamples) },
        mix(.gauge, "integrated_lufs", "Loudness of everything so far (EBU R 128).", of: "integratedLufs") { $0.integratedLufs },
        mix(.gauge, "short_term_lufs", "Loudness of the last three seconds.", of: "shortTermLufs") { $0.shortTermLufs },
        mix(.counter, "processor_seconds_total", "Processor time of the mixer.", of: "processorSeconds") { $0.processorSeconds },
        mix(.counter, "filled_seconds_total", "Silence sent because the mixer got no processor.", of: "filledMilliseconds") {
            $0.filledMilliseconds / 1000
        },
        .one(.gauge, "music_position_seconds", "In the track.", of: "audio.music.positionSeconds") { $0.audio?.music.positionSeconds },
        .one(.gauge, "music_duration_seconds", "Of the track; absent where it is unknown.", of: "audio.music.durationSeconds") {
            $0.audio?.music.durationSeconds
        },
        .one(.gauge, "music_looping", "Whether it begins again at its end.", of: "audio.music.isLooping") { $0.audio?.music.isLooping.figure },
        .one(.counter, "music_plays_total", "How often something was asked to be played.", of: "audio.music.number") {
            $0.audio.map { Double($0.music.number) }
        },
        .one(.gauge, "echo_reduction_decibels", "By how much echo cancellation lowers what comes of the speakers.", of: "audio.echoReductionDecibels")
        {
            $0.audio?.echoReductionDecibels
        },
        .one(.gauge, "ducking_decibels", "By how much music and desktop are lowered under speech.", of: "audio.ducking") { $0.audio?.ducking },
        .one(.gauge, "monitor_live", "Whether you can hear yourself.", of: "audio.monitor.number") { ($0.audio?.monitor.state == "live").figure },
    ]

    private static func source(
        _ kind: Kind, _ name: String, _ help: String, of field: String, _ same: String...,
        value: @escaping @Sendable (AudioStatus.Source) -> Double?
    ) -> MetricFamily {
        MetricFamily(kind, "audio_" + name, help, of: ["audio.sources[]." + field] + same) { status, _ in
            (status.audio?.sources ?? []).compactMap { source in value(source).map { Sample(labels: [("source", source.id)], value: $0) } }
        }
    }

    private static func mix(
        _ kind: Kind, _ name: String, _ help: String, of field: String, value: @escaping @Sendable (AudioStatus.Mix) -> Double?
    ) -> MetricFamily {
        .one(kind, "mix_" + name, help, of: "audio.mix." + field) { $0.audio.flatMap { value($0.mix) } }
    }
}
