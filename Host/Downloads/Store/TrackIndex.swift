import Glibc
import HLS
import Platform

/// The playlist of a track on disk, which grows segment by segment and can be played at any time. A process that ends in the middle of a
/// line leaves a playlist that is read up to it. Belongs to one thread at a time.
struct TrackIndex {
    static let fileName = "index.m3u8"

    let folder: String
    private(set) var playlist: MediaPlaylist
    private var writer = SegmentWriter()
    private var path: String { folder + "/" + Self.fileName }

    /// Goes on with what is there, of which the files are there too; else begins.
    ///
    /// - Parameter source: as it is at the origin; gives version and target duration.
    init(in folder: String, like source: MediaPlaylist) throws(DownloadError) {
        self.folder = folder
        try TalkLibrary.make(folder)
        let kept = Self.read(in: folder)
        playlist = MediaPlaylist()
        playlist.version = max(source.version ?? 1, 7)
        // Some segments of those that write it too low are longer.
        let longest = (source.segments.map(\.duration) + (kept?.segments.map(\.duration) ?? [])).max() ?? 0
        playlist.targetDuration = max(source.targetDuration, kept?.targetDuration ?? 0, Int(clamping: longest.rounded()))
        playlist.kind = "EVENT"
        playlist.isIndependent = source.isIndependent
        playlist.mediaSequence = kept?.segments.first?.number ?? source.segments.first?.number ?? source.mediaSequence
        playlist.definitions = []
        for segment in kept?.segments ?? [] {
            guard segment.isGap || WholeFile.size(of: folder + "/" + segment.uri) != nil else { break }
            if let map = segment.map, WholeFile.size(of: folder + "/" + map.uri) == nil { break }
            playlist.segments.append(segment)
        }
        let text = playlist.text
        try WholeFile.write(Array(text.utf8), to: path)
        var lines: [String] = []
        for segment in playlist.segments { writer.write(segment, to: &lines) }
    }

    /// Up to the last line that is whole; `nil` where there is none that can be read.
    static func read(in folder: String) -> MediaPlaylist? {
        guard var bytes = try? LocalFile.bytes(of: folder + "/" + fileName, longest: PlaylistLimits.mostBytes) else { return nil }  // begins anew
        bytes.removeLast(bytes.reversed().prefix { $0 != 10 }.count)
        guard case .media(let playlist)? = try? Playlist(parsing: bytes) else { return nil }  // damaged: begins anew
        return playlist
    }

    /// One more segment, whose file is there.
    mutating func append(_ segment: MediaSegment) throws(DownloadError) {
        var lines: [String] = []
        writer.write(segment, to: &lines)
        playlist.segments.append(segment)
        try append(lines)
    }

    /// Nothing follows.
    mutating func end() throws(DownloadError) {
        playlist.hasEnded = true
        try append(["#EXT-X-ENDLIST"])
    }

    private func append(_ lines: [String]) throws(DownloadError) {
        do throws(SystemError) {
            let descriptor = try systemCall("open") { open(path, O_WRONLY | O_APPEND | O_CLOEXEC) }
            defer { close(descriptor) }
            let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
            let written = try systemCall("write") { write(descriptor, bytes, bytes.count) }
            guard written == bytes.count else { throw SystemError(operation: "write", number: ENOSPC) }
        } catch { throw DownloadError(error, path) }
    }
}
