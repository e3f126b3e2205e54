/// How much frame memory agents get (PROTOCOL.md, section 10).
struct MemoryLimits: Sendable {
    /// One agent may ask for so much, and all of them together.
    var largestBytes = 512 << 20
    var largestBytesOfAll = 2048 << 20
    /// A process may have so much made a second.
    var bytesPerSecond = 256 << 20
    /// Twice the most that one agent may have.
    var burstBytes = 1024 << 20
}
