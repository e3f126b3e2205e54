import Audio

extension MixedSource.Reading {
    init(_ figures: AudioDeviceStatistics) {
        let status = figures.status
        self.init(
            state: AudioSourceState(status.state), device: status.device?.description ?? "", lastError: status.error?.message ?? "",
            driftPPM: figures.driftPPM, silence: figures.silence, lateBy: figures.lateBy, underruns: figures.underruns,
            text: status.state == .opening ? "" : status.words)
    }

    init(_ music: MusicStatus) {
        let isShown = [.playing, .finished, .failed].contains(music.state)
        self.init(
            state: AudioSourceState(music.state), device: music.location, lastError: music.lastError, silence: music.silence,
            underruns: music.underruns,
            text: isShown ? "music: \(music.text)" : "")
    }

    init(_ pushed: PushedSource) {
        self.init(
            state: AudioSourceState(pushed.state), device: "\(pushed.format)", driftPPM: pushed.source.driftPPM, silence: pushed.source.silence,
            lateBy: pushed.source.lateBy, underruns: pushed.source.underruns)
    }
}
