/// Which streams are wanted, given what there is.
protocol StreamPlan: Sendable {
    /// What its status calls it: "microphone".
    var subject: String { get }
    /// One that had what it wanted, and has it no more, has *lost* it; otherwise it was merely *absent*.
    var canLose: Bool { get }
    /// When streams change, the old ones are heard until the new ones are.
    var crossFades: Bool { get }
    /// Parts of `AudioInventory` that it looks at.
    var interest: PulseInterest { get }

    /// The streams wanted now. None is a valid answer: all is well, and there is nothing to hear.
    ///
    /// - Parameter last: the device in use, or last in use.
    /// - Throws: why there is nothing of what is wanted.
    func ends(in inventory: AudioInventory, after last: AudioDevice?) throws(AudioError) -> [StreamEnd]
}
