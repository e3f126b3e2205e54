import Glibc

/// A system call that failed, with the name of the call and `errno` (see errno(3)).
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    public let operation: String
    public let number: Int32

    public init(operation: String, number: Int32) {
        self.operation = operation
        self.number = number
    }

    /// The system's own text for `number`, without the operation.
    public var reason: String { String(cString: strerror(number)) }

    public var description: String { "\(operation): \(reason)" }
}

/// The one funnel from C status to Swift error: repeats after EINTR, throws on −1, returns anything else.
///
/// `operation` is the name of the call. May block exactly as long as `body` does.
@discardableResult
public func systemCall<Status: FixedWidthInteger & SignedInteger>(
    _ operation: StaticString, _ body: () -> Status
) throws(SystemError) -> Status {
    while true {
        let status = body()
        if status != -1 { return status }
        let number = errno
        if number == EINTR { continue }
        throw SystemError(operation: operation.description, number: number)
    }
}
