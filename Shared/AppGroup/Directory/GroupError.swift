public import Platform

/// What can be wrong with a group: a stable code and one line that names the wrong thing and the remedy.
public struct GroupError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable {
        /// The name breaks the rules of `GroupName`.
        case badName
        /// The directory, or one above it, cannot be made or opened.
        case unusableDirectory
        /// The directory belongs to another user.
        case foreignOwner
        /// Others may read or write the directory.
        case loosePermissions
        /// A socket path would exceed what the kernel takes.
        case pathTooLong
        /// Another host runs in the group.
        case hostRunning
        /// No host runs in the group.
        case noHost
        /// The peer is another user's process.
        case foreignPeer
        /// The peer speaks another protocol, or no common version of ours.
        case protocolMismatch
        /// The host refuses this agent; the message says why.
        case refused
        /// The peer closed the connection in the middle.
        case disconnected
        /// Frame memory could not be made, or what came does not match the offer.
        case badMemory
        /// A system or ZeroMQ call failed.
        case system
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// Wraps a failed call, saying what it was for.
    public init(_ purpose: String, _ cause: SystemError) { self.init(.system, "\(purpose): \(cause)") }

    public var description: String { message }
}
