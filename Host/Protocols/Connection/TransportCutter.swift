/// Cuts an MPEG-TS byte stream into datagrams of whole transport packets. What a write brings goes out with it, so that
/// nothing waits for more; only a broken-off packet is kept for the next write.
package struct TransportCutter {
    package static let packetBytes = 188
    /// Whole packets in what a network carries in one piece: 7 of them, 1316 bytes, is what everyone sends.
    let datagramBytes: Int
    /// Of a packet that is not complete yet.
    private var rest: [UInt8] = []

    /// - Parameter datagramBytes: a multiple of 188.
    init(datagramBytes: Int = 7 * packetBytes) {
        self.datagramBytes = datagramBytes
        rest.reserveCapacity(datagramBytes + Self.packetBytes)
    }

    /// What was kept belongs to a stream that is over.
    mutating func reset() { rest.removeAll(keepingCapacity: true) }

    /// Calls `emit` with each datagram; its bytes are valid during the call.
    mutating func cut(
        _ bytes: UnsafeRawBufferPointer, emit: (UnsafeRawBufferPointer) throws(NetworkError) -> Void
    ) throws(NetworkError) {
        var bytes = bytes[...]
        if !rest.isEmpty {
            // Completes the broken-off packet, and fills its datagram.
            let wanted = datagramBytes - rest.count
            let taken = bytes.prefix(wanted)
            rest.append(contentsOf: taken)
            bytes = bytes.dropFirst(taken.count)
            let whole = rest.count - rest.count % Self.packetBytes
            if whole > 0 {
                var failure: NetworkError?
                rest.withUnsafeBytes { kept in
                    do throws(NetworkError) { try emit(UnsafeRawBufferPointer(rebasing: kept[..<whole])) } catch { failure = error }
                }
                rest.removeFirst(whole)
                if let failure { throw failure }
            }
        }
        while bytes.count >= Self.packetBytes {
            let count = min(datagramBytes, bytes.count - bytes.count % Self.packetBytes)
            try emit(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
            bytes = bytes.dropFirst(count)
        }
        rest.append(contentsOf: bytes)
    }
}
