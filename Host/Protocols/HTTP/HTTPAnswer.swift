/// What a server said to one request.
package struct HTTPAnswer: Hashable, Sendable {
    package var status = 0
    /// Its own text for the status.
    package var reason = ""
    /// Where what was asked for is now; may hold a secret.
    package var location: String?
    /// The methods that may be used there, where the server says so.
    package var allow: String?
    /// Whether the connection may carry another request.
    package var staysOpen = true

    package var isGood: Bool { (200..<300).contains(status) }
}
