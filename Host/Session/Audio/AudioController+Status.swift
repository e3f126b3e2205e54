import Audio

extension AudioController {
    /// Everything now. Any thread but the mixer's.
    var status: AudioStatus {
        let (mix, track) = (mixer.statistics, music.status)
        let (mixed, added) = state.withLock { ($0.sources, $0.added) }
        let (sources, voices) = (mixed.map { AudioStatus.Source($0) }, mixed.compactMap(\.voice))
        return AudioStatus(
            sources: sources,
            levels: Dictionary(sources.filter(\.isActive).map { ($0.id, $0.level) }, uniquingKeysWith: { first, _ in first }),
            mix: AudioStatus.Mix(mix, mixer.loudness, isMuted: mixer.isMuted),
            music: AudioStatus.Music(track, number: musicNumber.load(ordering: .relaxed)),
            processing: voices.first?.processing.words ?? [],
            echoReductionDecibels: voices.lazy.compactMap(\.echoReductionDecibels).first, ducking: mixer.duckingDecibels,
            monitor: monitor.status, added: added)
    }

    /// The state of each source, as people are told of it.
    var sourceReports: [AudioReport.SourceReport] {
        state.withLock { $0.sources }.compactMap { source in
            guard source.isOpen else { return nil }
            let reading = source.reading()
            guard !reading.text.isEmpty else { return nil }
            return AudioReport.SourceReport(id: source.id, kind: source.kind, state: reading.state, device: reading.device, text: reading.text)
        }
    }
}

extension AudioStatus.Source {
    /// Quieter than this is not active.
    static let activeDbfs = -60.0

    init(_ source: MixedSource) {
        let (state, placed) = (source.state, source.placed)
        let (level, gain) = (placed.level, AudioGain(of: placed))
        self.init(
            id: source.id, kind: source.kind.rawValue, owner: source.owner, state: state.state.rawValue, device: state.device,
            isActive: !placed.isMuted && state.state.isAudible && level.rmsDecibels > Self.activeDbfs,
            isAlwaysOn: source.isAlwaysOn, extra: source.extra, gainDecibels: gain.decibels, gain: gain.percent, isMuted: placed.isMuted,
            channels: placed.channels.word, level: level.rmsPercent, peakDbfs: level.peakDecibels, rmsDbfs: level.rmsDecibels,
            isClipping: level.isClipping, driftPpm: state.driftPPM, silenceMilliseconds: state.silence.inMilliseconds,
            underruns: state.underruns, lateMilliseconds: state.lateBy.inMilliseconds, lastError: state.lastError,
            offsetMilliseconds: AudioOffset(of: placed).milliseconds, processing: source.voice?.processing.words ?? [])
    }
}

extension AudioStatus.Music {
    init(_ music: MusicStatus, number: Int) {
        self.init(
            state: music.state.rawValue, url: music.location, positionSeconds: music.position.inSeconds, durationSeconds: music.duration?.inSeconds,
            isLooping: music.isLooping, lastError: music.lastError, number: number)
    }
}

extension AudioStatus.Mix {
    init(_ mix: MixerStatistics, _ loudness: LoudnessReading, isMuted: Bool) {
        self.init(
            level: mix.level.rmsPercent, peakDbfs: mix.level.peakDecibels, rmsDbfs: mix.level.rmsDecibels, isClipping: mix.level.isClipping,
            limitedSamples: mix.limitedSamples, integratedLufs: loudness.integrated, shortTermLufs: loudness.shortTerm, isMuted: isMuted,
            warning: loudness.warning ?? "", processorSeconds: mix.processorTime.inSeconds,
            filledMilliseconds: Double(mix.filledQuanta) * AudioFormat.quantum.inMilliseconds)
    }
}
