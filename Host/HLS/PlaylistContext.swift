/// What a playlist is read with, beside its bytes.
public struct PlaylistContext: Hashable, Sendable {
    /// Of the master playlist that led to it.
    public var variables: [String: String]
    /// Of its own address.
    public var query: [String: String]

    public init(variables: [String: String] = [:], query: [String: String] = [:]) { (self.variables, self.query) = (variables, query) }
}
