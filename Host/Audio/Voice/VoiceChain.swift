import CVoice

/// One choice of processing with what it needs: made on a control thread, used on the mixer's, replaced as a whole.
///
/// What stands behind the echo canceller: noise suppression, gain control, high-pass, as much delay as makes every chain
/// equally late, so that one can be faded into another, then libavfilter's filters, which add none.
final class VoiceChain: @unchecked Sendable {
    // @unchecked: belongs to the mixer's thread once made.
    let processing: VoiceProcessing
    /// One for all chains of a processor, so that what it has learnt outlives a change; `nil` when echo is off.
    let canceller: EchoCanceller?
    private let left: OpaquePointer?
    private let right: OpaquePointer?
    private let leftDelay: DelayBuffer
    private let rightDelay: DelayBuffer
    private let filters: FilterGraph?

    /// - Throws: `system` when a library cannot be set up, or is not there.
    init(_ processing: VoiceProcessing, canceller: EchoCanceller?) throws(AudioError) {
        self.processing = processing
        self.canceller = canceller
        let speech = processing.subtracting(.filters.union(.echo))
        let open = { speech.isEmpty ? nil : cvoice_speech_open(speech.contains(.noise), speech.contains(.gain), speech.contains(.highPass)) }
        (left, right) = (open(), open())
        let taken = speech.isEmpty ? 0 : speech.contains(.noise) ? cvoice_speech_noise_delay : cvoice_speech_delay
        let rest = AudioFormat.quantumSampleFrames - EchoCanceller.delay - Int(taken)
        leftDelay = DelayBuffer(samples: rest)
        rightDelay = DelayBuffer(samples: rest)
        filters = processing.isDisjoint(with: .filters) ? nil : try FilterGraph(processing)
        guard speech.isEmpty || (left != nil && right != nil) else {
            throw AudioError(.system, "the microphone processing \(processing.words.joined(separator: ",")) cannot be set up")
        }
    }

    deinit {
        if let left { cvoice_speech_close(left) }
        if let right { cvoice_speech_close(right) }
    }

    func processLeft(_ samples: UnsafeMutablePointer<Float>) {
        if let left { cvoice_speech_process(left, samples) }
        leftDelay.process(samples)
    }

    func processRight(_ samples: UnsafeMutablePointer<Float>) {
        if let right { cvoice_speech_process(right, samples) }
        rightDelay.process(samples)
    }

    /// Both channels, when each has been processed and both have come together.
    func filter(_ quantum: PlanarQuantum) { filters?.process(quantum) }

    /// The right channel begins to differ from the left.
    func beginRight() { rightDelay.copy(from: leftDelay) }
}
