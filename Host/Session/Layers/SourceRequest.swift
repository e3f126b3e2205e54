public import AppGroup

/// What the control plane asks of a running session about which sources there are.
public enum SourceRequest: Hashable, Sendable {
    /// One more, shown as it is said from its first picture on; a quarter as wide and high as the canvas, in a corner, where nothing is.
    case add(SourceChoice, LayerChoice?)
    /// It is no more: its agents are stopped, and what they had is given back.
    case remove(SourceName)
}
