import CLibAV
import Picture

/// How many samples of colour an encoded picture has. The raw value is what users write: `pixel=420`.
public enum ChromaSampling: String, CaseIterable, Hashable, Sendable {
    /// One for each 2x2 block of pixels: what every player shows.
    case half = "420"
    /// One for each pixel: coloured text stays sharp. H.264 (High 4:4:4 Predictive) and HEVC, in some encoders.
    case full = "444"

    /// Of pictures in planes.
    var format: AVPixelFormat { self == .full ? AV_PIX_FMT_YUV444P : AV_PIX_FMT_YUV420P }
}

extension I420View {
    /// The planes of colour for an encoder of that sampling.
    ///
    /// - Throws: `.invalidSetting` where the picture has no full chroma and it is wanted.
    func chroma(
        _ sampling: ChromaSampling
    ) throws(CodecError) -> (
        blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>, strideBytes: Int
    ) {
        guard sampling == .full else { return (blueChroma, redChroma, chromaStrideBytes) }
        guard let fullChroma else {
            throw CodecError(.invalidSetting, operation: "encode", message: "a picture without full chroma came to an encoder of 4:4:4")
        }
        return (fullChroma.blue, fullChroma.red, lumaStrideBytes)
    }
}
