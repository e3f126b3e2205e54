import Audio

/// Mutes and gains of all sources at once.
extension AudioController {
    var gains: [SourceGain] {
        state.withLock { $0.sources }.map { SourceGain($0.id, gain: AudioGain(of: $0.placed), isMuted: $0.placed.isMuted) }
    }

    /// Has sources be so loud; those that are not named stay as they are.
    ///
    /// - Parameter isMixMuted: `nil` leaves the mix as it is.
    /// - Returns: what of it cannot be, and why.
    @available(*, noasync)
    func apply(_ gains: [SourceGain], isMixMuted: Bool?) -> [String] {
        var problems: [String] = []
        for wanted in gains {
            do throws(AudioError) {
                let found = try source(wanted.source).placed
                if found.gain != wanted.gain.linear { _ = try steer(.gain(source: wanted.source, wanted.gain)) }
                if found.isMuted != wanted.isMuted { _ = try steer(.mute(source: wanted.source, wanted.isMuted)) }
            } catch { problems.append("audio of \(wanted.source.prefix(40)): \(error.message)") }
        }
        do throws(AudioError) {
            if let isMixMuted, isMixMuted != mixer.isMuted { _ = try steer(.mute(source: AudioRequest.everything, isMixMuted)) }
        } catch { problems.append("audio: \(error.message)") }
        return problems
    }
}
