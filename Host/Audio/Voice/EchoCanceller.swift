import CVoice

/// Takes the desktop out of both channels of a microphone. Made on a control thread, used on the mixer's; allocates only
/// when made.
///
/// Always delays by 128 samples, however much is removed.
final class EchoCanceller: @unchecked Sendable {
    // @unchecked: belongs to the mixer's thread once made.
    static let delay = Int(cvoice_echo_delay)
    private let reference: OpaquePointer
    private let left: OpaquePointer
    private let right: OpaquePointer

    init() throws(AudioError) {
        guard let reference = cvoice_reference_open(), let left = cvoice_echo_open(), let right = cvoice_echo_open() else {
            throw AudioError(.system, "no memory for the echo canceller")
        }
        (self.reference, self.left, self.right) = (reference, left, right)
    }

    deinit {
        cvoice_echo_close(left)
        cvoice_echo_close(right)
        cvoice_reference_close(reference)
    }

    /// After a break: what was learnt stays.
    func restart() {
        cvoice_reference_clear(reference)
        cvoice_echo_clear(left)
        cvoice_echo_clear(right)
    }

    /// What the desktop sounded like during the quantum that is processed next; `nil` is silence.
    func listen(_ stereo: UnsafePointer<Float>?) { cvoice_reference_push(reference, stereo) }

    func processLeft(_ samples: UnsafeMutablePointer<Float>, from: Float, to: Float) -> cvoice_echo_report {
        cvoice_echo_process(left, reference, samples, from, to)
    }

    func processRight(_ samples: UnsafeMutablePointer<Float>, from: Float, to: Float) {
        _ = cvoice_echo_process(right, reference, samples, from, to)
    }

    /// The right channel begins to differ from the left: it starts from what the left has learnt.
    func beginRight() { cvoice_echo_copy(right, left) }
}
