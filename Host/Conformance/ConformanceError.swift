import AppGroup
import Platform

/// Why a run could not be made at all; what it found is in the `Report`.
struct ConformanceError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Code: String, Sendable {
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
        /// An option has a wrong value.
        case badValue
        /// The run is over, and something was not kept.
        case notKept
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    init(_ error: GroupError) { self.init(.system, error.message) }

    init(_ purpose: String, _ error: SystemError) { self.init(.system, "\(purpose): \(error)") }

    var description: String { message }

    /// As `splitcast --help` lists them.
    var exitCode: Int32 {
        switch code {
        case .badCommand, .badValue: 2
        case .noHost, .nothingLive: 4
        case .system, .notKept: 1
        case .interrupted: 130
        }
    }
}
