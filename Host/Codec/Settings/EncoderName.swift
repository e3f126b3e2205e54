import CLibAV

/// An encoder of pictures of this libavcodec.
public struct EncoderName: Hashable, Sendable {
    /// As users write it, and as it is shown: a short name where there is one.
    public let text: String
    /// libavcodec's own.
    public let library: String
    public let coding: Coding
    /// Whether a driver and a device do the work.
    public let isHardware: Bool
    /// What it makes of the picture's colours.
    public let samplings: [ChromaSampling]

    /// H.264 in software: tested most, works everywhere.
    public static let x264 = EncoderName(
        text: "x264", library: "libx264", coding: .h264, isHardware: false, samplings: samplings(of: "libx264", .h264))

    /// Short names, and libavcodec's.
    private static let short = [("x264", "libx264"), ("x265", "libx265"), ("svtav1", "libsvtav1"), ("aom", "libaom-av1")]
    /// Of no use here: RGB as it is, wrappers of other programs' components, encoders that hold pictures back for long.
    private static let excluded: Set<String> = ["libx264rgb", "h264_omx", "libopenh264", "librav1e"]

    /// Those that libavcodec calls hybrid, or nothing at all, are hardware here.
    private static let hardware = ["_vaapi", "_nvenc", "_qsv", "_v4l2m2m", "_amf"]

    private init(text: String, library: String, coding: Coding, isHardware: Bool, samplings: [ChromaSampling]) {
        (self.text, self.library, self.coding, self.isHardware, self.samplings) = (text, library, coding, isHardware, samplings)
    }

    /// As libavcodec lists its pixel formats. AV1 of 4:4:4 few programs show.
    private static func samplings(of library: String, _ coding: Coding) -> [ChromaSampling] {
        guard coding != .av1, var format = avcodec_find_encoder_by_name(library)?.pointee.pix_fmts else { return [.half] }
        while format.pointee != AV_PIX_FMT_NONE {
            if format.pointee == ChromaSampling.full.format { return [.half, .full] }
            format += 1
        }
        return [.half]
    }

    /// Its position in a list: software first, then by codec, the usual encoder of each first.
    private var rank: (Int, Int, Int, String) {
        (
            isHardware ? 1 : 0, Coding.allCases.firstIndex(of: coding)!, Self.short.firstIndex { $0.1 == library } ?? Self.short.count, text
        )
    }

    /// - Parameter name: short, or libavcodec's.
    /// - Throws: `.notAvailable`, naming those that there are.
    public init(_ name: String) throws(CodecError) {
        let library = Self.short.first { $0.0 == name }?.1 ?? name
        guard let known = Self.all.first(where: { $0.library == library }) else {
            let names = Self.all.map(\.text).joined(separator: ", ")
            throw CodecError(
                .notAvailable, operation: "encoder", message: "there is no encoder \"\(name)\" here: give auto, or one of \(names)")
        }
        self = known
    }

    /// Of those in software the one that is used for this codec where none is named; `nil` where libavcodec has none.
    public static func usual(for coding: Coding) -> EncoderName? { all.first { !$0.isHardware && $0.coding == coding } }

    /// The name that users read for libavcodec's.
    public static func text(of library: String) -> String { short.first { $0.1 == library }?.0 ?? library }

    /// Those that this libavcodec was built with, software first; whether a hardware encoder works is another question.
    public static let all: [EncoderName] = {
        var (names, state) = ([EncoderName](), UnsafeMutableRawPointer?.none)
        while let codec = av_codec_iterate(&state) {
            guard av_codec_is_encoder(codec) != 0, let coding = Coding(videoID: codec.pointee.id), let name = codec.pointee.name else { continue }
            let library = String(cString: name)
            guard !excluded.contains(library) else { continue }
            let isDriver = UInt32(bitPattern: codec.pointee.capabilities) & UInt32(AV_CODEC_CAP_HARDWARE) != 0
            let isHardware = isDriver || hardware.contains(where: library.hasSuffix)
            // The process of a driver is handed pictures of 4:2:0.
            let samplings = isHardware ? [ChromaSampling.half] : samplings(of: library, coding)
            names.append(EncoderName(text: text(of: library), library: library, coding: coding, isHardware: isHardware, samplings: samplings))
        }
        return names.sorted { $0.rank < $1.rank }
    }()
}

extension Coding {
    /// Of pictures; `nil` for codecs that nothing here knows.
    init?(videoID: AVCodecID) {
        switch videoID {
        case AV_CODEC_ID_H264: self = .h264
        case AV_CODEC_ID_HEVC: self = .hevc
        case AV_CODEC_ID_AV1: self = .av1
        default: return nil
        }
    }
}
