extension MicrophoneChoice: StreamPlan {
    var subject: String { "microphone" }
    var crossFades: Bool { true }
    var interest: PulseInterest { .sources }

    /// A default that is not a microphone is absent; a named one that was there before is lost.
    var canLose: Bool {
        if case .named = self { true } else { false }
    }

    func ends(in inventory: AudioInventory, after last: AudioDevice?) throws(AudioError) -> [StreamEnd] {
        do throws(AudioError) {
            return [.source(try select(from: inventory.devices))]
        } catch {
            // A headset that changes its profile comes back under another name.
            guard case .named = self, error.code == .unknownDevice, let hardware = last?.hardware else { throw error }
            let same = inventory.devices.filter { !$0.isMonitor && $0.hardware == hardware }
            guard same.count == 1 else { throw error }
            return [.source(same[0])]
        }
    }
}
