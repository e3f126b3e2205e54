public import Platform

public typealias PictureError = Fault<PictureErrorCode>

/// Why a picture cannot be made: a stable code, and one line that names the wrong thing and the remedy.
public enum PictureErrorCode: String, Hashable, Sendable {
    /// A canvas must have even sides within limits.
    case badCanvasSize
    /// An image over the canvas must be 1x1 to 8192x8192.
    case badOverlaySize
    /// A pointer image must be 1x1 to 256x256.
    case badPointerSize
    /// An overlay's text or style makes no sense.
    case badOverlay
    /// No font is installed.
    case noFont
}
