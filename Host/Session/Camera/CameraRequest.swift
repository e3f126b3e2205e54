public import AppGroup

/// What the control plane asks of the camera of a source.
public struct CameraRequest: Hashable, Sendable {
    public static let mostWords = 8

    public let source: SourceName
    /// Such as `zoom=2.0`; 1 to `mostWords`.
    public let words: [String]

    public init(_ source: SourceName, words: [String]) { (self.source, self.words) = (source, words) }
}
