import CLibAV
import Glibc

/// Chapters of a file that is being written.
extension Muxer {
    /// Puts the chapter into the file's header, at once: a crash afterwards does not lose it.
    ///
    /// One that lies in a time that was left out begins with what comes after it.
    /// - Parameter chapter: with a name that has no problem.
    public func add(_ chapter: Chapter) throws(CodecError) -> ChapterOutcome {
        guard var place = chapterPlace else { return .impossible }
        guard place.add(chapter.name, nanoseconds: UInt64(timeline.position(of: chapter.time).inNanoseconds)) else { return .full }
        chapterPlace = place
        try rewrite(at: place.offset, place.bytes ?? [])
        return .written
    }

    /// Leaves room for chapters behind the header that was just written, where the container has a place for them.
    func reserveChapters(behind header: [UInt8]) throws(CodecError) {
        switch container {
        case .mkv, .mka: try reserve(ChapterPlace(.matroska, offset: header.count))
        case .mp4, .m4a:
            guard let boxes = MP4Header(header) else { return }
            let wrapper = boxes.hasUserData ? 0 : 8
            let place = ChapterPlace(.mp4, offset: header.count + wrapper)
            if wrapper > 0 { try append(Self.bigEndian(place.byteCount + wrapper) + Array("udta".utf8)) }
            try reserve(place)
            for box in boxes.open { try rewrite(at: box.offset, Self.bigEndian(box.size + place.byteCount + wrapper)) }
        case .flv, .mpegts, .ogg, .adts: return
        }
    }

    private func reserve(_ place: ChapterPlace) throws(CodecError) {
        try append(place.bytes ?? [])
        chapterPlace = place
    }

    private func append(_ bytes: [UInt8]) throws(CodecError) {
        avio_write(bridge.io, bytes, Int32(bytes.count))
        avio_flush(bridge.io)
        try check("avio_write", bridge.io.pointee.error)
    }

    private func rewrite(at offset: Int, _ bytes: [UInt8]) throws(CodecError) {
        avio_flush(bridge.io)
        let end = avio_seek(bridge.io, 0, SEEK_CUR)
        try check("avio_seek", Int32(clamping: avio_seek(bridge.io, Int64(offset), SEEK_SET)))
        try append(bytes)
        try check("avio_seek", Int32(clamping: avio_seek(bridge.io, end, SEEK_SET)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(clamping: number).bigEndian) { Array($0) } }
}
