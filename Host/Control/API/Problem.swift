import NIOCore
import NIOHTTP1

/// Why a program's request was refused (RFC 9457). `code` is what programs branch on.
struct Problem: Codable, Hashable {
    static let contentType = "application/problem+json"
    /// Where the codes are explained.
    static let path = "/problems/"

    var type: String
    var title: String
    var status: Int
    /// What is wrong, and what to do; without secrets.
    var detail: String
    var code: String

    init(_ status: HTTPResponseStatus, _ detail: String, code: String? = nil) {
        self.code = code ?? Self.code(of: status)
        type = code == nil ? "about:blank" : Self.path + self.code
        (title, self.status, self.detail) = (status.reasonPhrase, Int(status.code), detail)
    }

    /// Of a request that the control socket would refuse with the same words.
    init(_ refusal: ControlReply.Refusal) {
        self.init(refusal.code.status, refusal.message, code: refusal.code.rawValue)
        title = refusal.code.title
    }

    /// "Not Found" as `notFound`.
    private static func code(of status: HTTPResponseStatus) -> String {
        let words = status.reasonPhrase.split(separator: " ").map { $0.lowercased() }
        return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    func response(_ more: HTTPHeaders = [:]) -> PageResponse {
        let bytes = (try? ControlJSON.encode(self)) ?? []  // text and a number always encode
        return PageResponse(HTTPResponseStatus(statusCode: status), .bytes(ByteBuffer(bytes: bytes)), type: Self.contentType, more)
    }
}

extension ControlReply.Refusal.Code {
    var status: HTTPResponseStatus {
        switch self {
        case .malformed, .unsupportedVersion: .badRequest
        case .missingField, .badField: .unprocessableEntity
        case .unknownRequest, .unknownAgent, .unknownTarget, .unknownSource, .unknownOperation: .notFound
        case .alreadyLive, .noAgent, .notNow: .conflict
        }
    }

    /// In a few words, the same each time.
    var title: String {
        switch self {
        case .malformed: "The body is not one JSON object"
        case .unsupportedVersion: "This host speaks another version"
        case .missingField: "A field is missing"
        case .badField: "A field makes no sense"
        case .unknownRequest: "There is no such request"
        case .unknownAgent: "There is no such agent"
        case .unknownTarget: "There is no such target"
        case .unknownSource: "There is no such source"
        case .unknownOperation: "There is no such operation"
        case .alreadyLive: "An agent is live already"
        case .noAgent: "There is no agent for it"
        case .notNow: "It cannot be done at this moment"
        }
    }
}
