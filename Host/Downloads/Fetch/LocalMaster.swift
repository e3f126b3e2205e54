import HLS

/// The master playlist of what was fetched: of the variants and renditions that are there, with everything that the stream's own said of them.
enum LocalMaster {
    static let fileName = "master.m3u8"

    /// - Parameter local: the path of a playlist in the talk's folder, by its address in the stream's own master playlist.
    static func playlist(_ plan: DownloadPlan, of master: MasterPlaylist, local: [String: String]) -> MasterPlaylist {
        var made = MasterPlaylist()
        (made.version, made.isIndependent) = (max(master.version ?? 1, 7), master.isIndependent)
        made.sessionData = master.sessionData.filter { $0["URI"] == nil }
        for entry in plan.entries {
            var stream = entry.variant.stream
            stream.uri = local[stream.uri] ?? stream.uri
            for rendition in entry.renditions { add(rendition, to: &made, local) }
            for rendition in master.renditions(of: .closedCaptions, in: stream.group(of: .closedCaptions)) { add(rendition, to: &made, local) }
            for kind in [Rendition.Kind.audio, .subtitles, .video] where !entry.renditions.contains(where: { $0.kind == kind }) {
                stream.attributes[kind.rawValue] = nil
            }
            stream.attributes["PATHWAY-ID"] = nil
            if !made.streams.contains(stream) { made.streams.append(stream) }
        }
        return made
    }

    private static func add(_ rendition: Rendition, to made: inout MasterPlaylist, _ local: [String: String]) {
        var rendition = rendition
        if let uri = rendition.uri { rendition.attributes["URI"] = local[uri] ?? uri }
        rendition.attributes["PATHWAY-ID"] = nil
        if !made.renditions.contains(rendition) { made.renditions.append(rendition) }
    }
}
