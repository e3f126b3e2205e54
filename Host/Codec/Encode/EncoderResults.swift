import CLibAV

/// What one call of an encoder makes, in the memory that the host reads. In the process that encodes.
struct EncoderResults {
    private let memory: EncoderMemory
    private var entries: [EncoderAnswer.Entry] = []
    private var byteCount = 0
    /// What the host was told last.
    private var told: StreamDescription?

    init(_ memory: EncoderMemory) { self.memory = memory }

    mutating func begin() {
        entries.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    /// - Throws: `.library` where there is no room for it.
    mutating func add(_ packet: UnsafeMutablePointer<AVPacket>) throws(CodecError) {
        let count = Int(packet.pointee.size)
        guard entries.count < EncoderAnswer.mostEntries, byteCount + count + EncoderAnswer.mostHeaderBytes <= memory.results.count else {
            throw CodecError(.library, operation: "encode", message: "a picture came to \(count) bytes, more than it has pixels for")
        }
        copy(UnsafeRawBufferPointer(start: packet.pointee.data, count: count))
        entries.append(
            .init(
                byteCount: count, pts: packet.pointee.pts, dts: packet.pointee.dts, isKeyframe: packet.pointee.flags & AV_PKT_FLAG_KEY != 0))
    }

    /// What the host is told of all that; behind the packets the header of the stream, where it is another than before.
    mutating func answer(of encoder: any PictureEncoder) -> EncoderAnswer {
        guard encoder.stream !== told else { return .made(entries, headerBytes: nil) }
        told = encoder.stream
        let packetBytes = byteCount
        // One that is too long is none.
        encoder.stream.withHeader { header in if header.count <= EncoderAnswer.mostHeaderBytes { copy(header) } }
        return .made(entries, headerBytes: byteCount - packetBytes)
    }

    func failure(_ error: CodecError) -> EncoderAnswer {
        let text = Array(error.message.utf8.prefix(EncoderAnswer.mostTextBytes))
        text.withUnsafeBytes { memory.results.copyMemory(from: $0) }
        return .failed(byteCount: text.count)
    }

    private mutating func copy(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: memory.results[byteCount...]).copyMemory(from: bytes)
        byteCount += bytes.count
    }
}
