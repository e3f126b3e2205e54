/// What a server said to one request.
struct HTTPAnswer: Hashable, Sendable {
    var status = 0
    /// Its own words for the status.
    var reason = ""
    /// Where what was asked for is now; may hold a secret.
    var location: String?
    /// The methods that may be used there, where the server says so.
    var allow: String?
    /// Whether the connection may carry another request.
    var staysOpen = true

    var isGood: Bool { (200..<300).contains(status) }
}
