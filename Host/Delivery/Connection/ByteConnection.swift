public import Platform
public import Protocols

/// A connection that carries a container's bytes: a file, SRT, UDP.
///
/// `open`, `write` and `seek` belong to the target's thread.
public protocol ByteConnection: Connection {
    /// Whether `seek` works.
    var isSeekable: Bool { get }
    /// Returns when the other side has accepted the stream.
    func open(until deadline: MediaTime) throws(DeliveryError)
    /// Accepts all of the bytes or throws; what is thrown is final, only `close` may follow.
    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError)
    func seek(toByte offset: Int) throws(DeliveryError)
}
