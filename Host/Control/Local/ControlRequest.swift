/// What a program asks of a running host: one JSON object in one packet, `{"v":1,"do":"status"}`.
public struct ControlRequest: Hashable, Codable, Sendable {
    public enum Action: String, Codable, Sendable, CaseIterable {
        /// Answered with the session's status.
        case status
        /// Answered when the session was told to end; it ends a little later.
        case stop
        case mute
        case unmute
    }

    /// The version of requests and replies; a host refuses any other.
    public static let version = 1
    /// A longer packet is not a request.
    static let longestBytes = 4096

    public let action: Action

    public init(_ action: Action) { self.action = action }

    private enum CodingKeys: String, CodingKey {
        case version = "v"
        case action = "do"
    }

    /// - Throws: `ControlReply.Refusal` naming what is wrong; what else a decoder throws means that it was no JSON object.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        guard let version = try fields.decodeIfPresent(Int.self, forKey: .version), version == Self.version else {
            throw ControlReply.Refusal(.unsupportedVersion, "this host takes requests of version \(Self.version): add \"v\":\(Self.version)")
        }
        let word = try fields.decodeIfPresent(String.self, forKey: .action) ?? ""
        guard let action = Action(rawValue: word) else {
            let known = Action.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlReply.Refusal(.unknownRequest, "\"\(word.prefix(32))\" is not a request: \"do\" takes \(known)")
        }
        self.action = action
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(Self.version, forKey: .version)
        try fields.encode(action, forKey: .action)
    }
}
