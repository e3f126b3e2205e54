import Glibc

/// A file descriptor with one owner, closed when the owner lets go.
public struct OwnedDescriptor: ~Copyable, Sendable {
    public let number: Int32

    /// Takes ownership of an open descriptor.
    public init(taking number: Int32) { self.number = number }

    deinit { close(number) }
}
