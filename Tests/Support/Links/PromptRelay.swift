import Foundation
import Platform

/// Passes the bytes of TCP connections to a server of loopback on, both ways, and acknowledges at once what the server sends.
///
/// A server that leaves Nagle's algorithm on (RFC 1122, 4.2.3.4) holds a small packet back until what it sent before is acknowledged,
/// and a client's kernel may put that off for 40 ms: a player would get a picture as much later as chance wants. TCP_QUICKACK (tcp(7))
/// holds for a moment only, so it is asked for after each read. For few connections, whose ends read what they get: a write waits for
/// its reader. Ended with its owner.
public final class PromptRelay: Sendable {
    /// Where clients connect to.
    public let port: UInt16
    private let lever: LinkSwitch
    private let worker: Worker

    /// - Parameter server: the port of loopback that it leads to.
    public init(to server: UInt16) throws {
        let lever = try LinkSwitch()
        self.lever = lever
        let listener = try LinkSockets.listen(port: 0)
        port = LinkSockets.port(of: listener)
        worker = try Worker(name: "relay") {
            var traffic = Traffic(listener: listener, server: server)
            while !lever.isStopping { traffic.pass(lever.wakeup) }
            traffic.end()
        }
    }

    deinit { stop() }

    /// Ends all connections. Again does nothing.
    public func stop() {
        lever.stop()
        worker.join()
    }

    /// Belongs to the relay's thread.
    private struct Traffic {
        let listener: Int32
        let server: UInt16
        private var pairs: [(client: Int32, server: Int32)] = []
        private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

        init(listener: Int32, server: UInt16) { (self.listener, self.server) = (listener, server) }

        /// Waits for what comes, and passes it on.
        mutating func pass(_ wakeup: Wakeup) {
            func entry(_ descriptor: Int32) -> pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }
            var entries = [entry(wakeup.descriptor), entry(listener)] + pairs.flatMap { [entry($0.client), entry($0.server)] }
            _ = pollUntil(nil, &entries, entries.count)
            if entries[0].revents != 0 { wakeup.drain() }
            for (place, pair) in pairs.enumerated().reversed() {
                let isOver =
                    entries[2 + 2 * place].revents != 0 && !move(from: pair.client, to: pair.server)
                    || entries[3 + 2 * place].revents != 0 && !move(from: pair.server, to: pair.client)
                if isOver { drop(pairs.remove(at: place)) }
            }
            if entries[1].revents != 0 { accept() }
        }

        private mutating func accept() {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else { return }
            guard let other = LinkSockets.connect(port: server) else { return LinkSockets.reset(client) }
            LinkSockets.set(client, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            // A write waits for the connection, too.
            _ = fcntl(other, F_SETFL, 0)
            pairs.append((client, other))
        }

        /// False when either end is gone.
        private mutating func move(from source: Int32, to sink: Int32) -> Bool {
            let count = read(source, &buffer, buffer.count)
            guard count > 0 else { return false }
            LinkSockets.set(source, Int32(IPPROTO_TCP), TCP_QUICKACK, 1)
            var sent = 0
            while sent < count {
                let more = buffer.withUnsafeBytes { send(sink, $0.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL)) }
                guard more > 0 else { return false }
                sent += more
            }
            return true
        }

        private func drop(_ pair: (client: Int32, server: Int32)) {
            close(pair.client)
            close(pair.server)
        }

        func end() {
            pairs.forEach(drop)
            close(listener)
        }
    }
}
