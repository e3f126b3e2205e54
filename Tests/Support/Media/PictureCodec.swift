public import Codec
public import Platform

/// The encoders in software that are neither H.264 nor tried by all other tests.
public enum PictureCodec: String, CaseIterable, Sendable {
    case x265 = "libx265"
    case aom = "libaom-av1"
    case svtav1 = "libsvtav1"

    public var coding: Coding { self == .x265 ? .hevc : .av1 }

    public func media(_ size: (Int, Int) = (320, 180), start: MediaTime = .now(), alsoOpus: Bool = false) throws(CodecError) -> TestMedia {
        try TestMedia(width: size.0, height: size.1, start: start, alsoOpus: alsoOpus, encoder: rawValue)
    }
}

extension TestMedia {
    /// Pictures at 30 a second, what the encoder still holds behind them.
    public func pictures(_ count: Int, keyframesAt wanted: Set<Int> = []) throws(CodecError) -> [Packet] {
        var packets: [Packet] = []
        for number in 0..<count {
            try picture(number, at: .nanoseconds(Int64(number) * 1_000_000_000 / 30), wantsKeyframe: wanted.contains(number)) { packets.append($0) }
        }
        try video.flush { packets.append($0) }
        return packets
    }
}
