import Audio

extension MixedSource.Reading {
    init(_ figures: AudioDeviceStatistics) {
        let status = figures.status
        self.init(
            state: status.state.rawValue, device: status.device?.description ?? "", lastError: status.error?.message ?? "",
            driftPPM: figures.driftPPM, silence: figures.silence, lateBy: figures.lateBy, underruns: figures.underruns,
            words: status.state == .opening ? "" : status.words)
    }

    init(_ music: MusicStatus) {
        let isNews = [.playing, .finished, .failed].contains(music.state)
        self.init(
            state: music.state.rawValue, device: music.location, lastError: music.lastError, silence: music.silence, underruns: music.underruns,
            words: isNews ? "music: \(music.words)" : "")
    }

    init(_ pushed: PushedSource) {
        self.init(
            state: pushed.state.rawValue, device: "\(pushed.format)", driftPPM: pushed.source.driftPPM, silence: pushed.source.silence,
            lateBy: pushed.source.lateBy, underruns: pushed.source.underruns)
    }
}
