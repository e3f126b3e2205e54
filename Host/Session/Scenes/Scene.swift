/// How a broadcast looks and sounds at a moment, to be shown again: its layers, its overlays, and what of its audio is heard how loud. A value.
public struct Scene: Hashable, Sendable {
    public var layers: [LayerSetting] = []
    /// Each above those before.
    public var overlays: [OverlayChoice] = []
    public var audio: [SourceGain] = []
    /// Whether the mix is muted; `nil` says nothing of it.
    public var isMuted: Bool?

    /// Of layers, and of sources of audio: far beyond what a broadcast has.
    static let most = 64

    public init() {}

    /// What is out of bounds, and what is allowed; `nil` when nothing is.
    public var problem: String? {
        if layers.count > Self.most { return "it has \(layers.count) layers, more than \(Self.most)" }
        if overlays.count > Overlays.most { return "it has \(overlays.count) overlays, more than \(Overlays.most)" }
        if audio.count > Self.most { return "it has \(audio.count) sources of audio, more than \(Self.most)" }
        let names = layers.map(\.choice.source)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) { return "it has two layers of \(twice)" }
        return overlays.lazy.compactMap(\.problem).first
    }
}
