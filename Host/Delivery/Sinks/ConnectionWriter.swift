package import Codec
package import Platform
import Synchronization

/// A muxer's bytes into a connection, with the deadline of the packet they come from.
final class ConnectionWriter: ByteSink {
    let connection: any ByteConnection
    var deadline = MediaTime.zero
    private let count: ByteCount
    /// Where the next byte goes, and how far the file reaches: a header that is written again makes it no longer.
    private var (position, end) = (0, 0)

    init(_ connection: any ByteConnection, counting count: ByteCount) { (self.connection, self.count) = (connection, count) }

    var isSeekable: Bool { connection.isSeekable }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        try connection.write(bytes, until: deadline)
        position += bytes.count
        count.add(max(0, position - end))
        end = max(end, position)
    }

    func seek(toByte offset: Int) throws {
        try connection.seek(toByte: offset)
        position = offset
    }
}

/// Bytes sent: written by the target's thread, read by any.
package final class ByteCount: Sendable {
    private let value = Atomic<Int>(0)
    package init() {}
    package func add(_ count: Int) { value.add(count, ordering: .relaxed) }
    package var current: Int { value.load(ordering: .relaxed) }
}

extension DeliveryError {
    /// What a muxer threw: the connection's own error if it was the connection.
    package init(muxing error: CodecError, for url: TargetURL) {
        if let cause = error.cause as? DeliveryError {
            self = cause
        } else {
            self.init(.media, "\(url): the packets could not be written: \(error.description)", cause: error)
        }
    }
}
