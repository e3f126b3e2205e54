public import AppGroup
public import Frames
public import Platform

/// A frame in the host's hands: a loan on its pixels, and what to know about them. Letting it go returns the slot.
public struct IncomingFrame: ~Copyable, Sendable {
    public let loan: ReadLoan
    public let geometry: FrameGeometry
    public let orientation: Orientation
    /// When the agent read the pixels; not later than when the notice was received.
    public let captureTime: MediaTime
    /// When the host got the notice.
    public let noticeTime: MediaTime
    public let generation: UInt32
    /// What differs from the frame posted before it.
    public var damage: Damage
    /// Whether anything but the damage may be kept of the frame before: false for another agent, geometry or orientation.
    public var continuesPrevious: Bool
    /// It was read while nothing may be shown.
    public internal(set) var isHidden = false

    /// What was posted before it and not seen: it shows that too, and the slot of the other is free again.
    mutating func merge(_ unseen: consuming IncomingFrame) {
        damage.add(unseen.damage)
        continuesPrevious = continuesPrevious && unseen.continuesPrevious
    }
}
