import Platform

/// A message between a host and a process that encodes, as whole words: never read past its end, of a length that was checked.
struct MessageFields {
    private let bytes: UnsafeRawBufferPointer
    let count: Int

    static let wrong = CodecError(.library, operation: "encode", message: "its process sent what is no answer")

    /// - Throws: `wrong` for what is not made of words, or begins with another mark.
    init(_ bytes: UnsafeRawBufferPointer, mark: Int64) throws(CodecError) {
        guard bytes.count.isMultiple(of: 8), bytes.count >= 16 else { throw Self.wrong }
        (self.bytes, count) = (bytes, bytes.count / 8)
        guard self[0] == mark else { throw Self.wrong }
    }

    subscript(index: Int) -> Int64 {
        precondition(index >= 0 && index < count, "no such word")
        return bytes.loadUnaligned(fromByteOffset: index * 8, as: Int64.self)
    }
}

extension PacketSocket {
    /// Sends an array's bytes, with a descriptor (borrowed) if given.
    func send(_ values: [some BitwiseCopyable], descriptor: Int32? = nil) throws(SystemError) {
        // An array lends its bytes to what throws any error alone.
        let failure: SystemError? = values.withUnsafeBytes { bytes in
            do throws(SystemError) {
                try send(bytes, descriptor: descriptor)
                return nil
            } catch { return error }
        }
        if let failure { throw failure }
    }
}
