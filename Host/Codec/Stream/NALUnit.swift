/// Where one NAL unit of H.264 or HEVC lies in a packet's bytes. Only found, never copied.
struct NALUnit {
    /// Of H.264: of its first byte, the lower five bits.
    enum Kind: UInt8 {
        case slice = 1
        case keySlice = 5
        /// Supplemental enhancement information.
        case information = 6
        case sequence = 7
        case picture = 8
        case sequenceExtension = 13
    }

    /// Of HEVC: of its first byte, the six bits behind the first. Pictures' own data has numbers below 32.
    enum HEVCKind: UInt8 {
        case video = 32
        case sequence = 33
        case picture = 34
        /// Supplemental enhancement information, before the picture's own data.
        case information = 39
    }

    /// What it is to a reader of either.
    enum Role { case slice, information, other }

    /// Where its start code or its length begins.
    let start: Int
    /// The unit itself, its header byte first; never empty.
    let content: Range<Int>

    /// - Parameter bytes: those in which it was found.
    func kind(in bytes: UnsafeRawBufferPointer) -> Kind? { Kind(rawValue: bytes[content.lowerBound] & 0x1F) }

    func hevcKind(in bytes: UnsafeRawBufferPointer) -> HEVCKind? { HEVCKind(rawValue: bytes[content.lowerBound] >> 1 & 0x3F) }

    /// - Parameter coding: `.h264` or `.hevc`.
    func role(in bytes: UnsafeRawBufferPointer, _ coding: Coding) -> Role {
        if coding == .hevc {
            return bytes[content.lowerBound] >> 1 & 0x3F < 32 ? .slice : hevcKind(in: bytes) == .information ? .information : .other
        }
        return switch kind(in: bytes) {
        case .slice, .keySlice: .slice
        case .information: .information
        case .sequence, .picture, .sequenceExtension, nil: .other
        }
    }

    /// How units are told apart in a packet.
    enum Framing: Hashable, Sendable {
        /// Start codes, as encoders and MPEG-TS have them.
        case annexB
        /// A length before each, of 1, 2 or 4 bytes, as MP4, FLV and Matroska have them.
        case lengths(Int)
    }

    /// The unit at or behind `offset`; `nil` when there is no other, or the bytes end within it.
    static func next(in bytes: UnsafeRawBufferPointer, from offset: Int, _ framing: Framing) -> NALUnit? {
        switch framing {
        case .annexB: behindStartCode(bytes, offset)
        case .lengths(let size): behindLength(bytes, offset, size)
        }
    }

    private static func behindLength(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _ size: Int) -> NALUnit? {
        guard offset >= 0, bytes.count - offset > size else { return nil }
        let length = bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
        guard length > 0, length <= bytes.count - offset - size else { return nil }
        return NALUnit(start: offset, content: offset + size..<offset + size + length)
    }

    private static func behindStartCode(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> NALUnit? {
        var code = startCode(bytes, from: offset)
        while let found = code {
            let end = startCode(bytes, from: found + 3) ?? bytes.count
            // Zeros before the next start code belong to that one, or fill up.
            var last = end
            while last > found + 3, bytes[last - 1] == 0 { last -= 1 }
            if last > found + 3 {
                let isLong = found > offset && bytes[found - 1] == 0
                return NALUnit(start: isLong ? found - 1 : found, content: found + 3..<last)
            }
            code = end < bytes.count ? end : nil
        }
        return nil
    }

    /// Where the next 00 00 01 begins.
    private static func startCode(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        var at = max(0, offset)
        while at + 2 < bytes.count {
            // Two bytes on, a start code cannot begin at or before what is above 1.
            if bytes[at + 2] > 1 {
                at += 3
            } else if bytes[at] == 0, bytes[at + 1] == 0, bytes[at + 2] == 1 {
                return at
            } else {
                at += 1
            }
        }
        return nil
    }
}
