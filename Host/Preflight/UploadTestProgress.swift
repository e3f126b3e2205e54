/// How far an upload test is.
public struct UploadTestProgress: Sendable, Hashable {
    /// Since the first byte of media.
    public let elapsed: Duration
    /// The longest that it may take.
    public let span: Duration
    /// What is sent now, in bits a second.
    public let sending: Int
    /// What got through last; `nil` before anything did.
    public let delivered: Int?
}
