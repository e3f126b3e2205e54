public import Platform

/// Reading and writing that wait.
extension StreamSocket {
    /// Writes all of the bytes, or throws.
    public func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(NetworkError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try send(UnsafeRawBufferPointer(rebasing: rest))
            rest = rest.dropFirst(count)
            if count == 0 { try wait(for: .writable, until: deadline) }
        }
        while try isHolding() { try wait(for: .writable, until: deadline) }
    }

    /// Waits for bytes and reads what has come: 0 at the end of the stream.
    public func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: MediaTime) throws(NetworkError) -> Int {
        while true {
            if let count = try receive(into: buffer) { return count }
            try wait(for: .readable, until: deadline)
        }
    }
}
