/// What became of a scene that was saved or shown.
public struct SceneReport: Codable, Hashable, Sendable {
    public var name: String
    public var file: String
    /// The sources that it shows or hides.
    public var sources: [String]
    public var overlays: Int
    /// The sources of the mix that it knows.
    public var audio: [String]
    /// Of one that was shown: what of it could not be, a line each that says why.
    public var left: [String]

    public init(name: String, file: String, sources: [String], overlays: Int, audio: [String], left: [String] = []) {
        (self.name, self.file, self.sources) = (name, file, sources)
        (self.overlays, self.audio, self.left) = (overlays, audio, left)
    }

    init(_ scene: Scene, _ name: SceneName, in store: SceneStore, left: [String] = []) {
        self.init(
            name: name.text, file: store.path(of: name), sources: scene.layers.map(\.choice.source.text), overlays: scene.overlays.count,
            audio: scene.audio.map(\.source), left: left)
    }
}
