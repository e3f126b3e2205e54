import Codec
import Platform
import Protocols

/// Packets as RTMP messages, on one connection after the other.
final class RTMPSink: PacketSink, @unchecked Sendable {
    // @unchecked: `attempt` belongs to the target's thread.
    private let settings: TargetSettings
    private let codings: [Coding]
    private let count: ByteCount
    private let current = CurrentConnection()
    private var attempt: (connection: RTMPConnection, url: TargetURL)?

    /// - Parameter codings: what will be sent, so that a server that does not take it is refused before anything is.
    init(_ settings: TargetSettings, codings: [Coding] = [], counting count: ByteCount) {
        (self.settings, self.codings, self.count) = (settings, codings, count)
    }

    var bytesSent: Int { count.current }
    var link: LinkFigures { current.link }

    func open(_ url: TargetURL, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        let connection = RTMPConnection(try RTMPAddress(of: url), settings.connection, codings: codings)
        current.set(connection)
        // SYNC POINT sink-interrupt: asked after the connection can be interrupted, so that no interruption is lost in between.
        guard isWanted() else { throw DeliveryError(.lost, "\(url): broken off as asked") }
        attempt = (connection, url)
        do throws(NetworkError) { try connection.open(until: deadline) } catch { throw DeliveryError(error, for: url) }
    }

    func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime, until deadline: MediaTime) {
        attempt?.connection.begin(streams, start: start, from: first)
    }

    func write(_ packet: Packet, until deadline: MediaTime) throws(DeliveryError) -> Bool {
        guard let (connection, url) = attempt else { return false }
        let bytes: Int
        do throws(NetworkError) { bytes = try connection.write(packet, until: deadline) } catch { throw DeliveryError(error, for: url) }
        count.add(bytes)
        return bytes > 0
    }

    func skip(to next: MediaTime, until deadline: MediaTime) { attempt?.connection.skip(to: next) }

    func finish(until deadline: MediaTime) throws(DeliveryError) {
        defer { abandon(until: deadline) }
        guard let (connection, url) = attempt else { return }
        do throws(NetworkError) { count.add(try connection.finish(until: deadline)) } catch { throw DeliveryError(error, for: url) }
    }

    func abandon(until deadline: MediaTime) {
        attempt?.connection.close(until: deadline)
        attempt = nil
        current.clear()
    }

    func interrupt(by time: MediaTime) { current.interrupt(by: time) }
    func end(by time: MediaTime) { current.end(by: time) }
    func expect(bitsPerSecond: Int) { current.expect(bitsPerSecond: bitsPerSecond) }
}
