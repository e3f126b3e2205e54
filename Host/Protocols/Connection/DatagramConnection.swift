package import Platform

/// A connection that carries a stream in datagrams: SRT, UDP. `write` belongs to the thread that opens it.
package protocol DatagramConnection: Connection {
    var state: DatagramState { get }
    /// Returns when the other side has accepted the stream.
    func open(until deadline: MediaTime) throws(NetworkError)
    /// Accepts all of the bytes or throws; what is thrown is final, only `close` may follow.
    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(NetworkError)
}

extension DatagramConnection {
    package var phase: ConnectionPhase { state.phase }
    package func end(by time: MediaTime) { state.limit.end(by: time) }
}
