/// What the control plane asks of a running session's scenes.
public enum SceneRequest: Hashable, Sendable {
    /// Keep how the broadcast looks and sounds now, in place of what has this name.
    case save(SceneName, in: SceneStore)
    /// Show what was kept.
    case show(SceneName, in: SceneStore, LayerTransition)
}
