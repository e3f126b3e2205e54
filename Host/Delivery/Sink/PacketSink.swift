import AppGroup
import Codec

/// Where a target's packets become bytes: one container on one connection, or a directory of segments.
///
/// All calls belong to the target's thread, except `end`, `bytesSent` and `unsentBytes`.
protocol PacketSink: AnyObject, Sendable {
    /// Bytes handed on since the beginning, all connections together.
    var bytesSent: Int { get }
    var unsentBytes: Int? { get }
    /// Whether some of what was written since `open` has left; the target's thread.
    var hasSentMedia: Bool { get }
    /// Connects. Nothing is sent.
    func open(until deadline: MediaTime) throws(DeliveryError)
    /// Writes fresh headers.
    /// - Parameters:
    ///   - start: what is time 0, the same for every connection.
    ///   - first: when the key frame that comes next is decoded; what lies before it is left out.
    func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime, until deadline: MediaTime) throws(DeliveryError)
    /// False when the packet was left out.
    func write(_ packet: Packet, until deadline: MediaTime) throws(DeliveryError) -> Bool
    /// Writes what belongs at the end and closes.
    func finish(until deadline: MediaTime) throws(DeliveryError)
    /// Closes without an ending, as after an error.
    func abandon(until deadline: MediaTime)
    /// From now on no call blocks past `time`. Any thread.
    func end(by time: MediaTime)
}

extension PacketSink {
    /// Where nothing is held back.
    var hasSentMedia: Bool { true }
}
