/// How a cast shows the pointer. Raw values travel on the wire; the cursor modes of the desktop portal in order.
public enum CastCursor: UInt8, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case hidden = 0
    /// Drawn into the picture by the compositor.
    case embedded = 1
    /// Beside the picture, as position and image.
    case metadata = 2
}
