/// Segments of a ladder are encrypted, each as a whole (AES-128; RFC 8216bis, 4.4.4.4).
public struct LadderEncryption: Hashable, Sendable {
    /// After so many segments a rendition has another key; `nil` for never.
    public var rotation: Int?
    /// Before the names of keys in playlists; `nil` where they lie beside those.
    public var keyURI: String?
    /// Where keys are written; `nil` for beside the playlists.
    public var keyFolder: String?

    public init(rotation: Int? = nil, keyURI: String? = nil, keyFolder: String? = nil) {
        (self.rotation, self.keyURI, self.keyFolder) = (rotation, keyURI, keyFolder)
    }
}
