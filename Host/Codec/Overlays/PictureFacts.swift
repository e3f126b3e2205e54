import Frames

/// What a picture file says of itself before anything is decoded: which kind it is, how large, how many frames. Reads bytes of any origin.
struct PictureFacts: Hashable {
    enum Kind: Hashable {
        case png, apng, gif, jpeg, webp, animatedWebP, bmp
    }

    let kind: Kind
    /// As it is stored; `nil` where the file does not get that far.
    var size: PixelSize?
    /// Of an animation; 1 for a still.
    var frameCount = 1
    /// Whether the file goes on to its own end, as far as its structure tells.
    var isWhole = true

    /// By the file's first bytes, whatever its name says; `nil` for anything else.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes)
        switch true {
        case reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0): self = Self.png(reader)
        case reader.has(Array("GIF87a".utf8), at: 0), reader.has(Array("GIF89a".utf8), at: 0): self = Self.gif(reader)
        case reader.has([0xFF, 0xD8, 0xFF], at: 0): self = Self.jpeg(reader)
        case reader.has(Array("RIFF".utf8), at: 0) && reader.has(Array("WEBP".utf8), at: 8): self = Self.webp(reader)
        case reader.has(Array("BM".utf8), at: 0): self = Self.bmp(reader)
        default: return nil
        }
    }

    private init(_ kind: Kind, _ size: PixelSize? = nil) { (self.kind, self.size) = (kind, size) }

    private static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }

    private static func png(_ reader: ByteReader) -> PictureFacts {
        var facts = PictureFacts(.png, size(reader.big(at: 16, bytes: 4), reader.big(at: 20, bytes: 4)))
        var at = 8
        while let length = reader.big(at: at, bytes: 4) {
            if reader.has(Array("acTL".utf8), at: at + 4), let frames = reader.big(at: at + 8, bytes: 4) {
                facts = PictureFacts(.apng, facts.size)
                facts.frameCount = max(1, frames)
            }
            if reader.has(Array("IEND".utf8), at: at + 4) { return facts }
            at += 12 + length
        }
        facts.isWhole = false
        return facts
    }

    private static func gif(_ reader: ByteReader) -> PictureFacts {
        var facts = PictureFacts(.gif, size(reader.little(at: 6, bytes: 2), reader.little(at: 8, bytes: 2)))
        (facts.frameCount, facts.isWhole) = (0, false)
        guard let flags = reader.little(at: 10, bytes: 1) else { return facts }
        var at = 13 + tableBytes(flags)
        while let kind = reader.little(at: at, bytes: 1) {
            switch kind {
            case 0x21: at += 2
            case 0x2C:
                guard let flags = reader.little(at: at + 9, bytes: 1) else { return facts }
                facts.frameCount += 1
                at += 11 + tableBytes(flags)
            case 0x3B:
                facts.isWhole = true
                return facts
            default: return facts
            }
            while let length = reader.little(at: at, bytes: 1) {
                at += 1 + length
                if length == 0 { break }
            }
        }
        return facts
    }

    private static func tableBytes(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

    private static func jpeg(_ reader: ByteReader) -> PictureFacts {
        var at = 2
        while let marker = reader.big(at: at, bytes: 2), marker >> 8 == 0xFF {
            // Start of frame, of whatever kind; not the tables that share its range.
            if (0xC0...0xCF).contains(marker & 0xFF), ![0xC4, 0xC8, 0xCC].contains(marker & 0xFF) {
                var facts = PictureFacts(.jpeg, size(reader.big(at: at + 7, bytes: 2), reader.big(at: at + 5, bytes: 2)))
                // In coded data no other byte than 0 follows 0xFF, but for markers.
                facts.isWhole = reader.has([0xFF, 0xD9], after: at)
                return facts
            }
            if marker == 0xFFFF { at += 1 } else if let length = reader.big(at: at + 2, bytes: 2) { at += 2 + length } else { break }
        }
        return PictureFacts(.jpeg)
    }

    private static func webp(_ reader: ByteReader) -> PictureFacts {
        if reader.has(Array("VP8X".utf8), at: 12), let flags = reader.little(at: 20, bytes: 1) {
            let sides = (reader.little(at: 24, bytes: 3).map { $0 + 1 }, reader.little(at: 27, bytes: 3).map { $0 + 1 })
            return PictureFacts(flags & 2 == 0 ? .webp : .animatedWebP, size(sides.0, sides.1))
        }
        if reader.has(Array("VP8L".utf8), at: 12), let word = reader.little(at: 21, bytes: 4) {
            return PictureFacts(.webp, size(word & 0x3FFF + 1, word >> 14 & 0x3FFF + 1))
        }
        return PictureFacts(.webp, size(reader.little(at: 26, bytes: 2).map { $0 & 0x3FFF }, reader.little(at: 28, bytes: 2).map { $0 & 0x3FFF }))
    }

    private static func bmp(_ reader: ByteReader) -> PictureFacts {
        let height = reader.little(at: 22, bytes: 4).map { Int(Int32(truncatingIfNeeded: $0).magnitude) }
        return PictureFacts(.bmp, size(reader.little(at: 18, bytes: 4), height))
    }
}

/// Numbers in bytes, read nowhere else.
private struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    func has(_ expected: [UInt8], at offset: Int) -> Bool {
        offset >= 0 && offset <= bytes.count - expected.count && bytes[offset..<offset + expected.count].elementsEqual(expected)
    }

    func has(_ expected: [UInt8], after offset: Int) -> Bool {
        // Mostly at the end.
        stride(from: bytes.count - expected.count, to: offset, by: -1).contains { has(expected, at: $0) }
    }

    /// `nil` beyond the end.
    func big(at offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    func little(at offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
