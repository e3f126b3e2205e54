/// A clip that was saved of the replay.
public struct ReplayReport: Codable, Hashable, Sendable {
    public let file: String
    /// From its first key frame on.
    public let seconds: Double
    public let bytes: Int

    public init(file: String, seconds: Double, bytes: Int) { (self.file, self.seconds, self.bytes) = (file, seconds, bytes) }
}
