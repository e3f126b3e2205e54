public import Platform

public typealias SessionError = Fault<SessionErrorCode>

/// Why a session cannot start, or had to end: one line that names the wrong thing and the remedy, and the exit code for it.
public enum SessionErrorCode: String, Hashable, Sendable {
    /// A setting makes no sense, or a target's address does not.
    case badSetting
    /// There is nothing to capture, or no way to.
    case nothingToCapture
    /// The group cannot be used.
    case group
    /// It ran, and cannot go on.
    case failed
}

extension SessionError {
    /// As README's "Exit codes" says.
    public var exitCode: Int32 {
        switch code {
        case .failed: 1
        case .badSetting: 2
        case .nothingToCapture: 3
        case .group: 4
        }
    }
}
