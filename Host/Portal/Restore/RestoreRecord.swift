/// What is kept of one permission: its state, and the token while it is valid.
public struct RestoreRecord: Hashable, Sendable {
    public var state: RestoreState
    /// A secret: who has it may see the screen.
    var token: String

    /// The longest token that is kept; portals use UUIDs.
    static let longestToken = 4096
    private static let heading = "splitcast restore 1"

    init(_ state: RestoreState, token: String = "") { (self.state, self.token) = (state, token) }

    /// As it lies in its file.
    var text: String { "\(Self.heading)\nstate \(state.rawValue)\n" + (token.isEmpty ? "" : "token \(token)\n") }

    /// `nil` for what is no such file.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 3, lines[0] == Self.heading, lines[1].hasPrefix("state "),
            let state = RestoreState(rawValue: String(lines[1].dropFirst(6)))
        else { return nil }
        token = lines[2].hasPrefix("token ") ? String(lines[2].dropFirst(6)) : ""
        self.state = state
        guard (state == .valid) == !token.isEmpty, token.utf8.count <= Self.longestToken else { return nil }
    }

    /// Whether a token can be kept in a line.
    static func isKeepable(_ token: String) -> Bool {
        !token.isEmpty && token.utf8.count <= longestToken && token.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
