import Session

/// The scenes that the user of the host has kept, as OBS has scenes.
enum OBSScenes {
    /// The name of what is shown before any scene was: OBS always has one. No scene can have it, since names are in lower case.
    static let unnamed = "As it is"

    static func current(_ status: SessionStatus) -> String { status.scene ?? unnamed }

    /// Reads the disk.
    static func names(_ status: SessionStatus) -> [String] {
        let kept = SceneStore.usual?.list().map(\.name) ?? []
        let current = current(status)
        return kept.contains(current) ? kept : [current] + kept
    }
}
