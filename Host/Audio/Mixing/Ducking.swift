import Synchronization

/// By how much the background steps back, as the mixer's thread applies it and control threads set it.
final class Ducking: @unchecked Sendable {
    // @unchecked: `ducker` belongs to the mixer's thread.
    private let depthBits = Atomic<UInt32>(Float(0).bitPattern)
    private var ducker = Ducker()

    /// Decibels, 0 for none; kept within 0...40.
    var depthDecibels: Float {
        get { Float(bitPattern: depthBits.load(ordering: .relaxed)) }
        set { depthBits.store((newValue.isFinite ? min(max(newValue, 0), 40) : 0).bitPattern, ordering: .relaxed) }
    }

    /// The mixer's thread, once a quantum.
    ///
    /// - Parameter speechPower: mean square of the loudest speech in it.
    /// - Returns: the background's factor at the quantum's start and end.
    func step(speechPower: Float) -> (start: Float, end: Float) { ducker.step(speechPower: speechPower, depthDecibels: depthDecibels) }
}
