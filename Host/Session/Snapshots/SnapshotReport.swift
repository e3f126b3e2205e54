/// A snapshot that was written.
public struct SnapshotReport: Codable, Hashable, Sendable {
    public let file: String
    public let source: String
    /// In pixels.
    public let width, height: Int
    public let bytes: Int

    public init(file: String, source: String, width: Int, height: Int, bytes: Int) {
        (self.file, self.source, self.width, self.height, self.bytes) = (file, source, width, height, bytes)
    }
}
