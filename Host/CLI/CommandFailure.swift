import AppGroup
import Control
import Session

/// How a command ends that did not do what it was asked: one line that names the wrong thing and the remedy, and the
/// exit code that `splitcast --help` lists.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    enum Code: Int32, Sendable {
        case failed = 1
        case usage = 2
        case nothingToCapture = 3
        case group = 4
        case interrupted = 130
    }

    let exitCode: Int32
    let message: String

    init(_ code: Code, _ message: String) { (exitCode, self.message) = (code.rawValue, message) }

    init(_ error: SessionError) { (exitCode, message) = (error.exitCode, error.message) }

    init(_ error: GroupError) { self.init(error.code == .badName ? .usage : .group, error.message) }

    init(_ error: ControlError) {
        let code: Code =
            switch error.code {
            case .noHost, .notAnswering, .unreadableAnswer: .group
            case .badAddress: .usage
            case .refused, .notEnding, .notDone, .portInUse, .unusableAddress, .system: .failed
            }
        self.init(code, error.message)
    }

    var description: String { message }
}
