/// Something that is wrong with a stream, could be better, or is not yet as it will be.
public struct StreamRemark: Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        /// What RFC 8216bis says must or must not be.
        case error
        /// What it says should be, or what players stumble over.
        case warning
        /// Nothing is wrong: the stream has only just begun.
        case note
    }

    public var severity: Severity
    /// Of RFC 8216bis, such as `4.4.3.1`; `HTTP` for what is about the server's answers.
    public var section: String
    /// Which playlist, as people call it: `master playlist`, `variant 2`.
    public var subject: String
    public var text: String

    public init(_ severity: Severity, _ section: String, _ subject: String, _ text: String) {
        (self.severity, self.section, self.subject, self.text) = (severity, section, subject, text)
    }
}
