import Sound

extension DeskSource.Reading {
    init(_ figures: MicrophoneStatistics) {
        let status = figures.status
        self.init(
            state: status.state.rawValue, device: status.device?.description ?? "", lastError: status.error?.message ?? "",
            driftPPM: figures.driftPPM, silence: figures.silence, lateBy: figures.lateBy, underruns: figures.underruns,
            words: status.state == .opening ? "" : status.words)
    }

    init(_ music: AudioStatus.Music) { self.init(state: music.state, device: music.url, lastError: music.lastError) }
}
