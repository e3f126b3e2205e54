import AppGroup
import Control
import Platform
import Session

typealias CommandFailure = Fault<CommandFailureCode>

/// How a command ends that did not do what it was asked, as the exit code that `splitcast --help` lists.
enum CommandFailureCode: Int32, Hashable, Sendable {
    case failed = 1
    case usage = 2
    case nothingToCapture = 3
    case group = 4
    case interrupted = 130
}

extension CommandFailure {
    init(_ error: SessionError, file: StaticString = #fileID, line: UInt = #line) {
        self.init(Code(rawValue: error.exitCode) ?? .failed, error.message, remedy: error.remedy, cause: error, file: file, line: line)
    }

    init(_ error: GroupError, file: StaticString = #fileID, line: UInt = #line) {
        self.init(error.code == .badName ? .usage : .group, error.message, remedy: error.remedy, cause: error, file: file, line: line)
    }

    init(_ error: ControlError, file: StaticString = #fileID, line: UInt = #line) {
        let code: Code =
            switch error.code {
            case .noHost, .notAnswering, .unreadableAnswer: .group
            case .badAddress: .usage
            case .refused, .notEnding, .notDone, .portInUse, .unusableAddress, .system: .failed
            }
        self.init(code, error.message, remedy: error.remedy, cause: error, file: file, line: line)
    }

    var exitCode: Int32 { code.rawValue }
}
