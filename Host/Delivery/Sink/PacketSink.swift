import AppGroup
import Codec

/// Where a target's packets become bytes: one container on one connection, or a directory of segments.
///
/// All calls belong to the target's thread, except `end`, `bytesSent` and `unsentBytes`.
protocol PacketSink: AnyObject, Sendable {
    /// Bytes handed on since the beginning, all connections together.
    var bytesSent: Int { get }
    var unsentBytes: Int? { get }
    /// Connects. Nothing is sent.
    func open(until deadline: MediaTime) throws(DeliveryError)
    /// Writes fresh headers; what comes next is a key frame.
    func begin(_ streams: [StreamDescription], start: MediaTime, until deadline: MediaTime) throws(DeliveryError)
    func write(_ packet: Packet, until deadline: MediaTime) throws(DeliveryError)
    /// Writes what belongs at the end and closes.
    func finish(until deadline: MediaTime) throws(DeliveryError)
    /// Closes without an ending, as after an error.
    func abandon(until deadline: MediaTime)
    /// From now on no call blocks past `time`. Any thread.
    func end(by time: MediaTime)
}
