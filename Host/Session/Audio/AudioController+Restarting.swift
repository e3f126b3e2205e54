import Audio
import Glibc
import Platform

/// Devices opened anew while the mix goes on: what they give meanwhile is silence.
extension AudioController {
    private static let limit = Duration.seconds(5)

    /// - Returns: for how long each was silent, until it was as it had been before, or had taken too long for that.
    /// - Throws: what opening one throws; the others are open then, and that one is opened again when it is muted and unmuted.
    @available(*, noasync)
    func restartDevices() throws(AudioError) -> [(id: String, gap: Duration)] {
        try structure.withLock { (_) throws(AudioError) in
            let open = state.withLock { $0.sources.filter { ($0.kind == .microphone || $0.kind == .desktop) && $0.isOpen } }
            guard !open.isEmpty else { throw AudioError(.notNow, "no device of the mix is open: there is nothing to open anew") }
            var gaps: [(id: String, gap: Duration)] = []
            var failure: AudioError?
            for source in open {
                let (begun, before) = (MediaTime.now(), source.reading().state)
                source.close()
                change(source.id) { $0.isOpen = false }
                do throws(AudioError) {
                    try source.open()
                    change(source.id) { $0.isOpen = true }
                } catch {
                    failure = error
                    continue
                }
                while source.reading().state != before, MediaTime.now() - begun < Self.limit { usleep(5000) }
                gaps.append((source.id, MediaTime.now() - begun))
            }
            if let failure { throw failure }
            return gaps
        }
    }
}
