import Glibc

/// What a program prints that is run to its end.
public struct ProgramOutput: Sendable {
    /// Of standard output and error, as they came.
    public let bytes: [UInt8]
    public let end: ChildProcess.End

    /// Runs it and waits; blocks at most `limit` and a second. Nothing of it is left.
    ///
    /// - Parameter mostBytes: what comes after them is not read, and it is ended.
    /// - Throws: `SystemError`, of `ETIMEDOUT` when it is not done in time.
    @available(*, noasync)
    public init(of launch: Launch, within limit: Duration, mostBytes: Int) throws(SystemError) {
        let child = try ChildProcess(launch)
        let deadline = MediaTime.now() + limit
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while text.count < mostBytes {
            var entry = pollfd(fd: child.textDescriptor, events: Int16(POLLIN), revents: 0)
            guard pollUntil(deadline, &entry, 1) > 0 else {
                _ = child.end(patience: .zero)
                throw SystemError(operation: "wait", number: ETIMEDOUT)
            }
            let count = Glibc.read(child.textDescriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        (bytes, end) = (text, child.end(patience: .seconds(1)))
    }
}
