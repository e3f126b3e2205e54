import Platform
import Protocols
import Synchronization

/// The connection that a sink uses now, for other threads: they ask how it is, limit it and end it, whenever it was made.
final class CurrentConnection: Sendable {
    private struct State {
        var connection: (any Connection)?
        /// Nothing may block past this.
        var end: MediaTime?
        var bitsPerSecond: Int?
    }

    private let state = Mutex(State())

    var link: LinkFigures { state.withLock { $0.connection }?.link ?? LinkFigures() }

    /// Replaces the connection; what was said of the one before counts for this one too, but for `interrupt`.
    func set(_ connection: any Connection) {
        state.withLock {
            $0.connection = connection
            if let end = $0.end { connection.end(by: end) }
            if let bitsPerSecond = $0.bitsPerSecond { connection.expect(bitsPerSecond: bitsPerSecond) }
        }
    }

    func clear() { state.withLock { $0.connection = nil } }

    // SYNC POINT sink-interrupt
    func interrupt(by time: MediaTime) { state.withLock { $0.connection }?.end(by: time) }

    func end(by time: MediaTime) {
        state.withLock {
            $0.end = time
            $0.connection?.end(by: time)
        }
    }

    func expect(bitsPerSecond: Int) {
        state.withLock {
            $0.bitsPerSecond = bitsPerSecond
            $0.connection?.expect(bitsPerSecond: bitsPerSecond)
        }
    }
}
