import Platform
import Protocols

/// SRT or UDP as a target's connection: what goes wrong is told of the target.
final class TargetConnection: ByteConnection {
    private let url: TargetURL
    private let connection: any DatagramConnection

    private init(_ url: TargetURL, _ connection: any DatagramConnection) { (self.url, self.connection) = (url, connection) }

    /// - Parameters:
    ///   - url: of an SRT listener.
    ///   - bitsPerSecond: of the whole stream.
    static func srt(_ url: TargetURL, bitsPerSecond: Int) throws(DeliveryError) -> TargetConnection {
        TargetConnection(url, SRTConnection(try SRTAddress(parsing: url.afterScheme), bitsPerSecond: bitsPerSecond))
    }

    static func udp(_ url: TargetURL, bitsPerSecond: Int) throws(DeliveryError) -> TargetConnection {
        TargetConnection(url, UDPConnection(try UDPAddress(parsing: url.afterScheme), bitsPerSecond: bitsPerSecond))
    }

    var phase: ConnectionPhase { connection.phase }
    var unsentBytes: Int? { connection.unsentBytes }
    var link: LinkFigures { connection.link }
    var isSeekable: Bool { false }

    func open(until deadline: MediaTime) throws(DeliveryError) {
        do throws(NetworkError) { try connection.open(until: deadline) } catch { throw DeliveryError(error, for: url) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) {
        do throws(NetworkError) { try connection.write(bytes, until: deadline) } catch { throw DeliveryError(error, for: url) }
    }

    func seek(toByte offset: Int) throws(DeliveryError) { throw DeliveryError(.media, "a stream cannot go back") }
    func close(until deadline: MediaTime) { connection.close(until: deadline) }
    func end(by time: MediaTime) { connection.end(by: time) }
    func expect(bitsPerSecond: Int) { connection.expect(bitsPerSecond: bitsPerSecond) }
}
