public import Session

/// What a host answers: one JSON object in one packet, with `status`, with `error`, or with neither when it was done.
public struct ControlReply: Codable, Sendable {
    /// Why a request was not carried out.
    public struct Refusal: Error, Hashable, Codable, Sendable {
        public enum Code: String, Codable, Sendable {
            /// Not a JSON object, or too long.
            case malformed
            case unsupportedVersion
            case unknownRequest
        }

        public let code: Code
        public let message: String

        public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
    }

    public let version: Int
    public let status: SessionStatus?
    public let error: Refusal?

    init(status: SessionStatus? = nil, error: Refusal? = nil) {
        (version, self.status, self.error) = (ControlRequest.version, status, error)
    }

    private enum CodingKeys: String, CodingKey {
        case version = "v"
        case status, error
    }
}
