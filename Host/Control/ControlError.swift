/// What can go wrong when a host is steered or its page served: a stable code and one line that names the wrong thing
/// and the remedy.
public struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable {
        /// No host runs in the group.
        case noHost
        /// A host holds the group's lock and does not answer in time.
        case notAnswering
        /// The host answered, and refused.
        case refused
        /// The host's answer cannot be read: another version of Splitcast.
        case unreadableAnswer
        /// The host did not end in time.
        case notEnding
        /// What was asked of the agents takes longer than the caller wanted to wait.
        case notDone
        /// The page's address is not HOST:PORT.
        case badAddress
        /// Another program has the page's port.
        case portInUse
        /// The page cannot be served there.
        case unusableAddress
        /// A system call failed.
        case system
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// Wraps a failed call, saying what it was for.
    init(_ purpose: String, _ cause: any Error) { self.init(.system, "\(purpose): \(cause)") }

    /// Whether the same call may succeed a little later.
    public var isRetriable: Bool { code == .notAnswering || code == .portInUse || code == .notEnding || code == .notDone }

    public var description: String { message }
}
