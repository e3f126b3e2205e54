import Session

/// What `live` captures, as far as its options say it.
enum CapturePlan: Hashable, Sendable {
    case settled(SessionConfiguration.Capture)
    /// The desktop has to be looked at.
    case automatic(CaptureRequest)
}
