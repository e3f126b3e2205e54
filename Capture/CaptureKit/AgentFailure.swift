public import AppGroup

/// Why an agent gave up.
public enum AgentFailure: Error, Sendable {
    case capture(CaptureError)
    case group(GroupError)

    public var message: String {
        switch self {
        case .capture(let error): error.message
        case .group(let error): error.message
        }
    }

    /// Whether it is no failure but the end of what was captured.
    var isOrdinaryEnd: Bool {
        if case .capture(let error) = self { return error.code == .finished }
        return false
    }

    /// 0 for an ordinary end, 2 for a bad option or one that names what is not there, 3 when there is nothing to capture, 4 for trouble
    /// with the group (MANUAL, "Exit codes").
    public var exitCode: Int32 {
        switch self {
        case .capture where isOrdinaryEnd: 0
        case .capture(let error): [.badOption, .badChoice].contains(error.code) ? 2 : 3
        case .group(let error): error.code == .badName ? 2 : 4
        }
    }
}
