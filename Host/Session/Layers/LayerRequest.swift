public import AppGroup

/// What the control plane asks of the layers of a running session.
public enum LayerRequest: Hashable, Sendable {
    /// What is said of one source's layer; the rest of it stays.
    case set(LayerChoice, LayerTransition)
    case layout(Layout, LayerTransition)
    /// How close a source is seen. Without `follow` as it was, at first the pointer is followed.
    case zoom(SourceName, factor: Double, follow: Zoom.Follow?)
}
