/// What a process that decodes audio tells its host, a packet each: `opened`, then samples and ends of passes, at last `finished`; instead of
/// any of them `failed`, which is the last.
///
/// Read from a process that may be in the hands of who made the file: nothing in it is believed.
public enum DecoderReport {
    /// Its length as the file says, in nanoseconds; 0 for what has no end, or does not say.
    case opened(nanoseconds: Int64)
    /// 48 kHz stereo, interleaved 32-bit floats of this machine, whole sample frames; borrowed. May hold any bit pattern.
    case samples(UnsafeRawBufferPointer)
    /// How long one pass is, in sample frames, once there has been one.
    case pass(sampleFrames: Int64)
    case finished
    /// The text follows the name of the file or address.
    case failed(AudioTrouble, String)

    /// In one packet: with what the socket holds, some 0.2 s wait for the host at most.
    public static let mostSampleFrames = 2048
    /// Left and right.
    public static let bytesPerSampleFrame = 8
    private static let longestText = 255

    private enum Kind: UInt32 { case opened = 1, samples, pass, finished, failed }

    public func encode(into buffer: WireBuffer) {
        buffer.clear()
        switch self {
        case .opened(let nanoseconds):
            buffer.integer(Kind.opened.rawValue)
            buffer.integer(nanoseconds)
        case .samples(let bytes):
            buffer.integer(Kind.samples.rawValue)
            buffer.raw(bytes)
        case .pass(let sampleFrames):
            buffer.integer(Kind.pass.rawValue)
            buffer.integer(sampleFrames)
        case .finished: buffer.integer(Kind.finished.rawValue)
        case .failed(let trouble, let text):
            buffer.integer(Kind.failed.rawValue)
            buffer.integer(trouble.rawValue)
            buffer.text(text, atMost: Self.longestText)
        }
    }

    /// - Throws: `WireError` for what no decoder of ours says. Numbers are within their ranges, texts hold no control character.
    public init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
        var reader = WireReader(bytes)
        switch Kind(rawValue: try reader.integer()) {
        case .opened:
            let nanoseconds = try reader.integer(Int64.self)
            guard nanoseconds >= 0 else { throw .badValue(field: "duration") }
            self = .opened(nanoseconds: nanoseconds)
        case .samples:
            let count = reader.remaining
            guard count > 0, count % Self.bytesPerSampleFrame == 0, count <= Self.mostSampleFrames * Self.bytesPerSampleFrame else {
                throw .badValue(field: "number of samples")
            }
            self = .samples(try reader.bytes(count))
        case .pass:
            let sampleFrames = try reader.integer(Int64.self)
            guard sampleFrames > 0 else { throw .badValue(field: "length") }
            self = .pass(sampleFrames: sampleFrames)
        case .finished: self = .finished
        case .failed:
            guard let trouble = AudioTrouble(rawValue: try reader.integer()) else { throw .badValue(field: "reason") }
            self = .failed(trouble, try reader.text("text", atMost: Self.longestText))
        case nil: throw .badValue(field: "kind")
        }
        try reader.finish()
    }
}
