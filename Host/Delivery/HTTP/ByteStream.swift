import AppGroup

/// Bytes both ways over one connection at a time: what HTTP stands on. All calls but `end` and `line` belong to one thread,
/// and block until their deadline at most.
protocol ByteStream: AnyObject, Sendable {
    /// Any thread.
    var line: LineFigures { get }
    /// Resolves the name and connects, with TLS where the stream has it. A stream that was closed may connect again.
    func connect(until deadline: MediaTime) throws(DeliveryError)
    /// Takes all of the bytes or throws.
    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError)
    /// Waits for some bytes; 0 when the other side has closed.
    func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) -> Int
    /// Does nothing when closed.
    func close(until deadline: MediaTime)
    /// From now on no call blocks past `time`. Any thread.
    func end(by time: MediaTime)
}
