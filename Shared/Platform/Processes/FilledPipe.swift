import CLinux
import Glibc

/// A pipe with a short text in it, and then its end: for a program that reads it from its standard input. Any thread may read from it.
public final class FilledPipe: Sendable {
    /// The end to read from; owned by this object.
    public let descriptor: Int32

    /// - Parameter text: at most 4096 bytes, which every pipe holds.
    /// - Throws: `SystemError`, EMSGSIZE for a text that the pipe does not hold.
    public init(_ text: String) throws(SystemError) {
        var ends: (Int32, Int32) = (-1, -1)
        try withUnsafeMutablePointer(to: &ends) { (pointer) throws(SystemError) in
            try pointer.withMemoryRebound(to: Int32.self, capacity: 2) { (pair) throws(SystemError) in
                _ = try systemCall("pipe") { clinux_pipe(pair) }
            }
        }
        descriptor = ends.0
        defer { close(ends.1) }
        let bytes = Array(text.utf8)
        guard bytes.count <= 4096, write(ends.1, bytes, bytes.count) == bytes.count else {
            throw SystemError(operation: "filling a pipe", number: EMSGSIZE)
        }
    }

    deinit { close(descriptor) }
}
