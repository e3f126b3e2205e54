import Glibc

/// How a process ended.
public enum ExitStatus: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)

    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .exited(waitStatus >> 8 & 0xff) : .killed(signal: signal)
    }

    public var isSuccess: Bool { self == .exited(0) }
}
