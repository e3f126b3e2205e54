/// A server's refusal, and what it means. Servers agree on little: code, description and moment all count.
extension NetworkError {
    /// What a status object says; `nil` when it is no refusal.
    ///
    /// - Parameters:
    ///   - isError: the answer itself was `_error`.
    ///   - quotation: of what the server says.
    init?(status: AMF0Value, isError: Bool = false, _ quotation: Quotation) {
        let (level, code, description) = (status["level"]?.text ?? "", status["code"]?.text ?? "", status["description"]?.text ?? "")
        let name = code.lowercased()
        guard isError || level.lowercased() == "error" || Self.refusals.contains(where: { name.hasSuffix($0) }) else { return nil }
        let meaning = Self.meaning(name, description.lowercased())
        self.init(meaning, Self.advice(meaning, name) + quotation.inBrackets(code, description))
    }

    /// Some servers say these without the level that belongs to them. nginx-rtmp's, SRS's, Wowza's, FMS's, Node-Media-Server's.
    private static var refusals: [String] {
        [
            "publish.badname", "publish.badconnection", "publish.denied", "publish.rejected", "publish.unauthorized", "publish.failed",
            "publish.expired", "connect.rejected", "connect.invalidapp", "connect.failed", "stream.failed", "play.streamnotfound",
        ]
    }

    private static func meaning(_ code: String, _ description: String) -> Code {
        func says(_ parts: String...) -> Bool { parts.contains { description.contains($0) } }
        if says("expire", "too old", "overdue", "outdated") || code.contains("expired") { return .expired }
        if says("banned", "suspend", "blacklist", "black list", "blocked", "quota", "too many", "limit", "exceed", "not allowed from") {
            return .blocked
        }
        if says("already", "in use", "busy", "duplicate", "being published", "exists") || code.hasSuffix("badconnection") { return .busy }
        if code.hasSuffix("invalidapp") || says("unknown application", "no such application", "invalid application") { return .rejected }
        let isAboutKey = says(
            "auth", "key", "invalid", "denied", "token", "signature", "password", "credential", "permission", "forbidden", "not found",
            "no such", "unknown", "nosuchuser", "401", "403")
        if isAboutKey || code.hasSuffix("unauthorized") || code.hasSuffix("denied") { return .badKey }
        // The code's own meaning: the name is in use.
        if code.hasSuffix("badname") { return .busy }
        return .rejected
    }

    private static func advice(_ meaning: Code, _ code: String) -> String {
        switch meaning {
        case .expired: "the address has expired: get a new one from the service"
        case .blocked: "the server blocks this account or address, or the account has reached its limit of streams: ask the service"
        case .busy: "this key is already in use, or the server has not noticed yet that an earlier stream is over"
        case .badKey: "the server does not accept the stream key: copy it again from the service"
        case _ where code.hasSuffix("invalidapp"): "the server has no such application: check the part of the address before the key"
        default: "the server refused the stream: check application and key"
        }
    }
}
