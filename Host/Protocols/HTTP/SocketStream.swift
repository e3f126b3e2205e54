package import Platform
import Synchronization

/// Bytes both ways, plain or encrypted, over one connection at a time: what HTTP stands on. All calls but `end` and `link` belong
/// to one thread, and block until their deadline at most. A stream that was closed may connect again.
package final class SocketStream: @unchecked Sendable {
    // @unchecked: what stands under the last banner belongs to the stream's thread; the rest is constant or locked.
    private let address: HTTPAddress
    private let settings: ConnectionSettings
    private let current = Mutex(Current())
    // --- the stream's thread only
    private var socket: StreamSocket?
    private var isBroken = false
    /// What comes in bursts must not take more in the kernel's hands than can be waited for.
    private static let leastBufferBytes = 128 * 1024

    private struct Current {
        var socket: StreamSocket?
        var end: MediaTime?
    }

    package init(_ address: HTTPAddress, _ settings: ConnectionSettings) { (self.address, self.settings) = (address, settings) }

    /// Any thread.
    package var link: LinkFigures { current.withLock { $0.socket }.map { LinkFigures($0.figures) } ?? LinkFigures() }

    /// From now on no call blocks past `time`. Any thread.
    package func end(by time: MediaTime) {
        current.withLock {
            $0.end = min(time, $0.end ?? time)
            $0.socket?.end(by: time)
        }
    }

    /// Resolves the name, connects and encrypts.
    package func connect(until deadline: MediaTime) throws(NetworkError) {
        isBroken = false
        do throws(NetworkError) {
            let made = try StreamSocket(
                host: address.host, port: UInt16(clamping: address.port), security: address.isSecure ? settings.security : .none,
                sendBufferBytes: max(Self.leastBufferBytes, settings.bitsPerSecond / 8), userTimeout: settings.stallLimit)
            current.withLock {
                $0.socket = made
                if let end = $0.end { made.end(by: end) }
            }
            socket = made
            try made.connect(until: deadline, eachStage: settings.phaseLimit)
        } catch {
            isBroken = true
            throw NetworkError(reaching: error)
        }
    }

    /// Takes all of the bytes or throws.
    package func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(NetworkError) {
        try use { (socket) throws(NetworkError) in try socket.write(bytes, until: deadline) }
    }

    /// Waits for some bytes; 0 when the other side has closed.
    package func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MediaTime) throws(NetworkError) -> Int {
        do throws(NetworkError) {
            return try use { (socket) throws(NetworkError) in try socket.read(into: buffer, until: deadline) }
        } catch {
            throw error.code == .timedOut ? NetworkError(.timedOut, "the server does not answer", cause: error) : error
        }
    }

    private func use<Result>(_ body: (StreamSocket) throws(NetworkError) -> Result) throws(NetworkError) -> Result {
        guard let socket else { throw NetworkError(.lost, "it is not connected") }
        do throws(NetworkError) { return try body(socket) } catch {
            isBroken = true
            // It must not pass for a connection that broke by itself, after which another would be tried.
            if error.code == .cancelled { throw NetworkError(.timedOut, "broken off as asked", cause: error) }
            throw NetworkError(sending: error)
        }
    }

    /// Does nothing when closed.
    package func close(until deadline: MediaTime) {
        if isBroken { socket?.abort() } else { socket?.close(until: min(deadline, .now() + .milliseconds(300))) }
        socket = nil
        current.withLock { $0.socket = nil }
    }
}
