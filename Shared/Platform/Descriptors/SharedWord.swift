import CLinux

/// A number of 64 bits in memory that several processes map, at an address that is a multiple of 8. Any thread; never waits.
public struct SharedWord: @unchecked Sendable {
    // @unchecked: its maker says that the memory outlives it; access is atomic.
    private let address: UnsafeMutableRawPointer

    /// - Parameter address: lent for as long as this is used.
    public init(at address: UnsafeMutableRawPointer) { self.address = address }

    /// A process that reads it sees all that was written before.
    public func publish(_ value: UInt64) { clinux_store_release(address, value) }

    /// A process that sees anything written after sees it too.
    public func announce(_ value: UInt64) { clinux_store_before(address, value) }

    /// What is read after is no older.
    public var value: UInt64 { clinux_load_acquire(address) }
}
