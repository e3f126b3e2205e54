import HLS
import Platform

/// A stream as it is when fetching begins: what was chosen of it, and the playlists of that.
struct FetchedStream: Sendable {
    struct Source: Sendable {
        var track: DownloadPlan.Track
        var url: String
        var base: String
        var playlist: MediaPlaylist
    }

    /// `nil` where the address is a media playlist's itself.
    var master: MasterPlaylist?
    var plan: DownloadPlan?
    var sources: [Source]

    /// - Throws: `.notReadable` before anything is fetched that could not be played.
    @available(*, noasync)
    static func open(_ request: FetchRequest, _ origin: Origin) throws(DownloadError) -> FetchedStream {
        let found = try origin.playlist(at: request.url)
        switch found.playlist {
        case .media(let playlist):
            try check(request, playlist, found.reply.url)
            try checkSegments(playlist, found.reply.url)
            let track = DownloadPlan.Track(kind: .main, uri: found.reply.url, rendition: nil)
            let source = Source(track: track, url: request.url, base: found.reply.url, playlist: playlist)
            return FetchedStream(master: nil, plan: nil, sources: [source])
        case .master(let master):
            let plan: DownloadPlan
            do throws(HLSError) {
                plan = try DownloadPlan(
                    master, primary: request.primary, auxiliary: request.auxiliary, optimizesAuxiliary: request.optimizesAuxiliary)
            } catch { throw DownloadError(.playlist, error.message, cause: error) }
            var sources: [Source] = []
            for track in plan.tracks {
                let url = URIReference.resolved(track.uri, against: found.reply.url)
                let media: (playlist: MediaPlaylist, reply: Origin.Reply)
                do throws(DownloadError) { media = try origin.mediaPlaylist(at: url, variables: master.variables) } catch {
                    throw error.named(in: found.reply.url)
                }
                try check(media.playlist, url)
                // Subtitles may be none.
                if track.kind == .main { try checkSegments(media.playlist, url) }
                sources.append(Source(track: track, url: url, base: media.reply.url, playlist: media.playlist))
            }
            return FetchedStream(master: master, plan: plan, sources: sources)
        }
    }

    private static func check(_ request: FetchRequest, _ playlist: MediaPlaylist, _ url: String) throws(DownloadError) {
        let chooses =
            request.primary.choice != nil || !request.primary.requirements.isEmpty || request.primary.media.audio != nil
            || request.primary.media.subtitles?.isEmpty == false
        guard !chooses else {
            throw DownloadError(
                .playlist, "\(MaskedAddress(url)) is a media playlist, which has nothing to choose from: give the master playlist's address")
        }
        try check(playlist, url)
    }

    private static func checkSegments(_ playlist: MediaPlaylist, _ url: String) throws(DownloadError) {
        guard playlist.segments.isEmpty, playlist.hasEnded else { return }
        throw DownloadError(.playlist, "\(MaskedAddress(url)): the stream has ended, and there is no segment in it")
    }

    private static func check(_ playlist: MediaPlaylist, _ url: String) throws(DownloadError) {
        guard let locked = playlist.segments.first(where: { !$0.keys.isEmpty && $0.keys.allSatisfy { $0.problem != nil } }) else { return }
        throw DownloadError(.notReadable, "\(MaskedAddress(url)): \(locked.keys[0].problem ?? "it cannot be decrypted")")
    }
}
