public import Platform

/// A connection that carries a container's bytes: a file, SRT, UDP.
///
/// `write` and `seek` belong to the target's thread.
public protocol ByteConnection: Connection {
    /// Whether `seek` works.
    var isSeekable: Bool { get }
    /// Accepts all of the bytes or throws; what is thrown is final, only `close` may follow.
    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError)
    func seek(toByte offset: Int) throws(DeliveryError)
}
