import Audio

extension MixedSource.Reading {
    init(_ figures: AudioDeviceStatistics) {
        let status = figures.status
        guard status.state != .live || figures.tooLateBy == .zero else {
            self.init(late: figures)
            return
        }
        self.init(
            state: AudioSourceState(status.state), device: status.device?.description ?? "", lastError: status.error?.message ?? "",
            driftPPM: figures.driftPPM, silence: figures.silence, lateBy: figures.lateBy, underruns: figures.underruns,
            text: status.state == .opening ? "" : status.words)
    }

    /// It delivers, and nothing of it can be heard.
    private init(late figures: AudioDeviceStatistics) {
        let seconds = (figures.tooLateBy.inSeconds * 10).rounded() / 10
        let problem = "its audio comes about \(seconds) s after it was captured, too late to be heard"
        let device = figures.status.device?.description ?? figures.status.subject
        self.init(
            state: .late, device: device, lastError: problem, driftPPM: figures.driftPPM, silence: figures.silence, lateBy: figures.lateBy,
            underruns: figures.underruns, text: "\(device): \(problem); silence goes out")
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
