public import Platform

public typealias ControlError = Fault<ControlErrorCode>

/// What can go wrong when a host is steered or its page served: a stable code and one line that names the wrong thing
/// and the remedy.
public enum ControlErrorCode: String, Hashable, Sendable {
    /// No host runs in the group.
    case noHost
    /// A host holds the group's lock and does not answer in time.
    case notAnswering
    /// The host answered, and said no.
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

extension ControlError {
    /// Wraps a failed call, saying what it was for.
    init(_ purpose: String, _ cause: any Error, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.system, "\(purpose): \(cause)", cause: cause, file: file, line: line)
    }

    /// Whether the same call may succeed a little later.
    public var isRetriable: Bool { code == .notAnswering || code == .portInUse || code == .notEnding || code == .notDone }
}
