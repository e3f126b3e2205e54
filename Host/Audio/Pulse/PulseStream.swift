/// A stream of a client. Everything is called with the lock of libpulse's loop held.
protocol PulseStream: AnyObject {
    /// False when libpulse refuses at once; otherwise `streamReady` or `streamEnded` follows.
    func open(_ end: StreamEnd, on context: OpaquePointer) -> Bool
    /// Ends the stream; no event comes after it.
    func close()
}
