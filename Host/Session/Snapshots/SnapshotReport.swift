/// A snapshot that was written.
public struct SnapshotReport: Codable, Hashable, Sendable {
    public let file: String
    public let source: String
    /// In pixels.
    public let width, height: Int
    public let bytes: Int
    /// The file of the clip that viewers see in place of the picture, which shows the slate; absent where they see the picture.
    public var clip: String?

    public init(file: String, source: String, width: Int, height: Int, bytes: Int, clip: String? = nil) {
        (self.file, self.source, self.width, self.height, self.bytes) = (file, source, width, height, bytes)
        self.clip = clip
    }
}
