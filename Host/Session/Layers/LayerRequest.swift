/// What the control plane asks of the layers of a running session.
public enum LayerRequest: Hashable, Sendable {
    /// What is said of one source's layer; the rest of it stays.
    case set(LayerChoice, LayerTransition)
    case layout(Layout, LayerTransition)
}
