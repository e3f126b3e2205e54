import FoundationEssentials
import Platform

/// What is known of a talk that was fetched, as `talk.json` in its folder has it. Field names are part of the interface: add, never rename.
public struct TalkManifest: Codable, Hashable, Sendable {
    public struct Track: Codable, Hashable, Sendable {
        /// In the talk's folder.
        public var folder: String
        /// `main`, `audio` or `subtitles`.
        public var kind: String
        public var language: String?
        public var name: String?
        public var segments: Int
        public var seconds: Double
        public var bytes: Int
    }

    public struct Variant: Codable, Hashable, Sendable {
        /// Its position in the master playlist.
        public var number: Int
        public var peakBitRate: Int
        /// "1920x1080"; absent for audio alone.
        public var size: String?
        public var badges: [String]
    }

    public var version = 1
    public var title: String
    /// Where it comes from. May hold a secret.
    public var url: String
    /// When fetching began, as ISO 8601.
    public var begun: String
    /// Whether all of it is there.
    public var isComplete = false
    /// A picture's file in the folder.
    public var artwork: String?
    /// The playlist in the folder that a player opens.
    public var playlist: String
    public var variants: [Variant] = []
    public var tracks: [Track] = []

    public init(title: String, url: String, begun: String, playlist: String) {
        (self.title, self.url, self.begun, self.playlist) = (title, url, begun, playlist)
    }

    /// `artwork`, where that is a file of the folder: what the file says may be anything.
    public var artworkName: String? { artwork.flatMap { LocalName.isPlain($0) ? $0 : nil } }
    /// Likewise.
    public var bytes: Int { tracks.reduce(0) { $0.addingClamped(max(0, $1.bytes)) } }
    /// Of the longest track.
    public var seconds: Double { tracks.map(\.seconds).max() ?? 0 }

    static let fileName = "talk.json"

    /// With what lies in the folder by now: while it is being fetched, and where that was broken off, the file does not say.
    func counted(in folder: String) -> TalkManifest {
        guard !isComplete else { return self }
        var counted = self
        for (index, track) in tracks.enumerated() where LocalName.isPlain(track.folder) {
            guard let playlist = TrackIndex.read(in: folder + "/" + track.folder) else { continue }
            let segments = playlist.segments.filter { LocalName.isPlain($0.uri) }
            counted.tracks[index].segments = segments.count
            counted.tracks[index].seconds = segments.reduce(0) { $0 + $1.duration }
            counted.tracks[index].bytes = segments.reduce(0) { sum, segment in
                sum.addingClamped(WholeFile.size(of: "\(folder)/\(track.folder)/\(segment.uri)") ?? 0)
            }
        }
        return counted
    }

    /// `nil` where there is none, or it cannot be read.
    static func read(in folder: String) -> TalkManifest? {
        let bytes = try? LocalFile.bytes(of: folder + "/" + fileName, longest: 1 << 22)  // then the folder is no talk
        return bytes.flatMap { try? JSONDecoder().decode(TalkManifest.self, from: Data($0)) }  // nor with a damaged one
    }

    func write(in folder: String) throws(DownloadError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        let bytes: [UInt8]
        do { bytes = Array(try encoder.encode(self)) } catch { throw DownloadError(.disk, "the manifest cannot be written: \(error)", cause: error) }
        try WholeFile.write(bytes, to: folder + "/" + Self.fileName)
    }
}
