import AppGroup
import Platform

/// Why a run could not be made at all; what it found is in the `Report`.
public struct ConformanceError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable {
        /// The agent's command cannot be run.
        case badCommand
        /// No host answers in the group.
        case noHost
        /// Nothing is broadcast that could be seen to go on.
        case nothingLive
        /// A system call failed.
        case system
        /// Ctrl-C.
        case interrupted
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    init(_ error: GroupError) { self.init(.system, error.message) }

    init(_ purpose: String, _ error: SystemError) { self.init(.system, "\(purpose): \(error)") }

    public var description: String { message }
}
