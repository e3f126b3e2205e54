import Codec

/// What precedes media in a message's body: one or two bytes and a time for what Adobe's "Video File Format Specification" knows (E.4.2 and
/// E.4.3), a codec's four characters for the rest ("Enhanced RTMP" v2 by Veovera, "ExVideoTagHeader" and "ExAudioTagHeader").
struct RTMPHead {
    enum Content {
        case configuration
        /// - Parameter shownAfter: milliseconds between decoding and showing; 0 for audio.
        case media(shownAfter: Int64)
        /// Nothing follows.
        case end
    }

    /// Which of `bytes` count.
    let count: Int
    private let bytes: UInt64

    /// The kind of media in an enhanced head.
    private enum Enhanced {
        /// Of pictures, beside what kind of picture it is.
        static let videoFlag: UInt8 = 0x80
        /// Of audio: the format says that four characters follow.
        static let audioFormat: UInt8 = 0x90
        static let configuration: UInt8 = 0
        static let media: UInt8 = 1
        static let end: UInt8 = 2
        /// Pictures that are shown when they are decoded.
        static let mediaInTime: UInt8 = 3
    }

    private static let keyframe: UInt8 = 0x10
    private static let picture: UInt8 = 0x20
    /// AAC, whose rate and channels stand in its configuration whatever is said here.
    private static let aac: UInt8 = 0xAF
    private static let avc: UInt8 = 7

    init(_ coding: Coding, _ content: Content, isKeyframe: Bool = true) {
        let frame = isKeyframe ? Self.keyframe : Self.picture
        var shownAfter: Int64 = 0
        if case .media(let offset) = content { shownAfter = offset }
        let kind: UInt8 =
            switch content {
            case .configuration: Enhanced.configuration
            case .media: Enhanced.media
            case .end: Enhanced.end
            }
        var (packed, count): (UInt64, Int) = (0, 0)
        func append(_ byte: UInt8) {
            packed |= UInt64(byte) << UInt64(count * 8)
            count += 1
        }
        func appendTime() { for shift in [16, 8, 0] as [Int64] { append(UInt8(truncatingIfNeeded: shownAfter >> shift)) } }
        switch coding {
        case .aac:
            append(Self.aac)
            append(kind)
        case .h264:
            append(frame | Self.avc)
            append(kind)
            appendTime()
        case .hevc:
            let isInTime = kind == Enhanced.media && shownAfter == 0
            append(Enhanced.videoFlag | frame | (isInTime ? Enhanced.mediaInTime : kind))
            for byte in coding.fourCC.utf8 { append(byte) }
            if kind == Enhanced.media, !isInTime { appendTime() }
        case .av1:
            append(Enhanced.videoFlag | frame | kind)
            for byte in coding.fourCC.utf8 { append(byte) }
        case .opus:
            append(Enhanced.audioFormat | kind)
            for byte in coding.fourCC.utf8 { append(byte) }
        }
        (bytes, self.count) = (packed.littleEndian, count)
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: bytes) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
}

extension Coding {
    /// Whether a server must know enhanced RTMP to take it.
    var isEnhanced: Bool {
        switch self {
        case .h264, .aac: false
        case .hevc, .av1, .opus: true
        }
    }
}
