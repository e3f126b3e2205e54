import Frames
import Platform

/// A process at the hand-off socket, before and after its hello. The hand-off thread's own.
final class HandoffClient {
    /// Memory that it asked for; until there is an answer, nothing more is read from it.
    struct Request {
        let layout: FrameLayout
        var isBeingMade = false
        /// When to give up waiting for the memory before to be gone; `nil` while nothing has to go.
        var deadline: MediaTime?
    }

    let socket: PacketSocket
    let connectedAt = MediaTime.now()
    var limit: RateLimit
    var agent: AttachedAgent?
    var request: Request?
    var memoryNumber: UInt32 = 0
    /// Of the newest memory alone, made or being made.
    var memoryBytes = 0
    /// Of all of its memory that is not yet gone.
    let account: MemoryAccount
    /// Readable when its process has ended.
    var process: ProcessHandle?

    init(_ socket: PacketSocket, packetsPerSecond: Double, within account: MemoryAccount) {
        self.socket = socket
        self.account = MemoryAccount(within: account)
        limit = RateLimit(perSecond: packetsPerSecond, burst: 2 * packetsPerSecond, at: connectedAt)
    }
}
