public import Platform

/// Some sample frames of a pushed source, in the format of its greeting; borrowed from the message.
public struct AudioBlock {
    public static let kind = MessageKind.soundBlock
    private static let fixedBytes = MessageHeader.bytes + 12

    /// When the first of them was captured; `nil`: now, when they arrive.
    public let captureTime: MediaTime?
    public let sampleFrames: Int
    public let samples: UnsafeRawBufferPointer

    /// How many sample frames fit into one message.
    public static func mostSampleFrames(of format: PCMFormat) -> Int { (WireBuffer.capacity - fixedBytes) / format.bytesPerSampleFrame }

    /// Encodes whole sample frames, 1 to `mostSampleFrames`.
    public static func encode(_ samples: UnsafeRawBufferPointer, of format: PCMFormat, capturedAt time: MediaTime? = nil, into buffer: WireBuffer) {
        buffer.begin(kind)
        buffer.integer(time?.nanoseconds ?? 0)
        buffer.integer(UInt32(samples.count / format.bytesPerSampleFrame))
        buffer.raw(samples)
        buffer.finish()
    }

    /// Decodes without copying; the number must be that of what follows.
    public init(decoding bytes: UnsafeRawBufferPointer, of format: PCMFormat) throws(WireError) {
        var reader = WireReader(bytes)
        let header = try MessageHeader(&reader)
        guard header.version == MessageHeader.version else { throw .badVersion(header.version) }
        guard header.kind == Self.kind.rawValue else { throw .badValue(field: "kind") }
        let time: Int64 = try reader.integer()
        guard time >= 0 else { throw .badValue(field: "capture time") }
        captureTime = time == 0 ? nil : MediaTime(nanoseconds: time)
        let count: UInt32 = try reader.integer()
        guard count > 0, count <= UInt32(Self.mostSampleFrames(of: format)) else { throw .badValue(field: "number of sample frames") }
        sampleFrames = Int(count)
        samples = try reader.bytes(sampleFrames * format.bytesPerSampleFrame)
        try reader.finish()
    }
}
