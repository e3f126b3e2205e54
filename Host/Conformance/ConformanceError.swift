import AppGroup
import Platform

typealias ConformanceError = Fault<ConformanceErrorCode>

/// Why a run could not be made at all; what it found is in the `Report`.
enum ConformanceErrorCode: String, Hashable, Sendable {
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

extension ConformanceError {
    init(_ error: GroupError, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.system, error.message, cause: error, file: file, line: line)
    }

    init(_ purpose: String, _ error: SystemError, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.system, "\(purpose): \(error)", cause: error, file: file, line: line)
    }

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
