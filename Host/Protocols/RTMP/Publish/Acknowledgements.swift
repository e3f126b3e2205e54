/// Acknowledgements of received bytes that the server asks for (RTMP 1.0, sections 5.4.3 to 5.4.5).
struct Acknowledgements {
    /// An acknowledgement is due for every so many bytes; 0 for never.
    var window: UInt32 = 0
    /// The window that we announced to it.
    var told: UInt32?
    private var received: UInt32 = 0
    private var acknowledged: UInt32 = 0

    mutating func count(_ bytes: Int) { received &+= UInt32(truncatingIfNeeded: bytes) }

    /// The number to acknowledge now, if any: at half the window, so that the server never waits for it.
    mutating func due() -> UInt32? {
        guard window > 0, received &- acknowledged >= max(1, window / 2) else { return nil }
        acknowledged = received
        return received
    }
}
