import Session

/// Scenes as users name them.
enum SceneText {
    static func name(_ text: String) throws(CommandFailure) -> SceneName {
        guard let name = SceneName(text) else { throw CommandFailure(.usage, "'\(text.prefix(40))' is no name of a scene: \(SceneName.form)") }
        return name
    }

    /// The user's own.
    static func store() throws(CommandFailure) -> SceneStore {
        guard let store = SceneStore.usual else {
            throw CommandFailure(.failed, "there is no folder for scenes: set HOME, or XDG_CONFIG_HOME to an absolute path")
        }
        return store
    }
}
