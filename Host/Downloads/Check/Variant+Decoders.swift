import Codec
public import HLS

extension Variant {
    /// Entries of CODECS that no decoder of this machine is known for.
    public var codecsWithoutDecoder: [String] {
        stream.codecs.filter { codec in
            // Subtitles are text.
            guard !["stpp", "wvtt"].contains(CodecString(codec).sampleEntry) else { return false }
            return CodecFamily.of(CodecString(codec)).map { !KnownDecoders.have($0) } ?? true
        }
    }
}
