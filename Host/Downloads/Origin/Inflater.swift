import CZlib

/// Takes gzip apart (RFC 1952), piece by piece. Belongs to one thread.
final class Inflater {
    enum Problem: Error { case damaged, tooLong }

    private let stream: UnsafeMutablePointer<z_stream>
    private let longest: Int
    private var count = 0
    private(set) var hasEnded = false

    /// - Parameter longest: of what comes out: a few bytes may stand for gigabytes.
    init(longest: Int) {
        self.longest = longest
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        precondition(czlib_begin(stream) == Z_OK, "no memory for zlib")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func update(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) throws(Problem) {
        guard let base = bytes.baseAddress, !hasEnded else { return }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(clamping: bytes.count)
        var room = [UInt8](repeating: 0, count: 64 * 1024)
        repeat {
            let (status, made) = room.withUnsafeMutableBufferPointer { room -> (Int32, Int) in
                stream.pointee.next_out = room.baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                let status = inflate(stream, Z_NO_FLUSH)
                return (status, room.count - Int(stream.pointee.avail_out))
            }
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw .damaged }
            count += made
            guard count <= longest else { throw .tooLong }
            room.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<made])) }
            if status == Z_STREAM_END { hasEnded = true }
            if made == 0 { return }
        } while !hasEnded && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
    }
}
