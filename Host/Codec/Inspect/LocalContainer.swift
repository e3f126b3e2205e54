import CLibAV
import Glibc

/// A recording of this machine that libavformat reads: the file itself and, where it is a playlist, regular files in its folder or below it.
final class LocalContainer {
    private(set) var context: UnsafeMutablePointer<AVFormatContext>?
    private var beside: UnsafeMutablePointer<clibav_beside>?

    /// Formats that hold media. Not those that are lists of other files, but for playlists, nor subtitles and pictures, for which any text passes.
    private static let formats =
        "matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,mpegts,mpeg,hls,flv,ogg,aac,mp3,flac,wav,ac3,eac3,avi,asf,ivf,h264,hevc,av1,obu,nut,"
        + "yuv4mpegpipe,webvtt"
    /// What one segment of a stream may be: nothing that names other files.
    private static let segmentFormats = "mpegts,mov,mp4,m4a,aac,mp3,ac3,eac3,webvtt,ogg,flac,wav,matroska,webm"

    /// - Returns: libavformat's status; with 0 or more `context` is there.
    /// - Parameter isSegment: it is no playlist.
    func open(_ path: String, isSegment: Bool = false) -> Int32 {
        close()
        context = avformat_alloc_context()
        guard let made = context else { return -ENOMEM }
        beside = clibav_stay_beside(made, path)
        guard let beside else {
            close()
            return -ENOENT
        }
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "protocol_whitelist", "file,crypto,data", 0)
        av_dict_set(&options, "format_whitelist", isSegment ? Self.segmentFormats : Self.formats, 0)
        // "file:" lets no part of the name be taken for a protocol.
        let status = avformat_open_input(&context, "file:" + path, nil, &options)
        beside.pointee.is_open = 1
        return status
    }

    /// Whether that status says that it is none of the formats.
    static func isForeign(_ status: Int32) -> Bool { status == clibav_error_invalid || status == -EINVAL }

    /// What is wrong with a file that libavformat knows as none of its formats.
    static func unknown(_ path: String) -> String {
        // The box with which MP4 files begin (ISO 14496-12, 4.3).
        guard bytes(of: path, at: 4, count: 4) == Array("ftyp".utf8) else { return "'\(path)' is no recording, or its beginning is damaged" }
        return "'\(path)' has no index that can be read, and MP4 files may have it at their end: it was broken off, not copied completely, or damaged"
    }

    /// `nil` where it cannot be read.
    static func bytes(of path: String, at offset: Int, count: Int) -> [UInt8]? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: count)
        let found = pread(descriptor, &buffer, count, off_t(offset))
        return found >= 0 ? Array(buffer[..<found]) : nil
    }

    func close() {
        avformat_close_input(&context)
        free(beside)
        beside = nil
    }

    deinit { close() }
}
