import Glibc
public import HLS
public import Platform
import Protocols
import Synchronization

/// Fetches a stream into the library, once. What is there already, from a run that was broken off at whatever moment, is not fetched again.
public final class TalkFetch: Sendable {
    private let request: FetchRequest
    private let library: TalkLibrary
    let origin: Origin
    private let meter = ByteMeter()
    private let pieces: PieceFetch
    private let shown = Mutex(FetchProgress())
    private let isAsked = Mutex(false)

    public init(_ request: FetchRequest, into library: TalkLibrary) {
        (self.request, self.library) = (request, library)
        origin = Origin(request.origin)
        pieces = PieceFetch(origin: origin, keys: KeyRing(origin), meter: meter)
    }

    /// Any thread.
    public var progress: FetchProgress {
        var progress = shown.withLock { $0 }
        progress.receivedBytes = meter.count
        return progress
    }

    /// Ends `run` soon, with `.stopped`. Any thread.
    public func stop() {
        isAsked.withLock { $0 = true }
        origin.stop()
    }

    /// - Parameter onPlan: told what was chosen, before it is fetched; not for a stream without a master playlist.
    /// - Throws: what broke it off. What is there is kept, can be played, and is gone on with by the same request.
    public func run(onPlan: (DownloadPlan) -> Void = { _ in }) async throws(DownloadError) -> Talk {
        let folder = try library.folder(for: request.title)
        // One that stayed empty goes.
        defer { rmdir(folder) }
        let lock = try lock(folder)
        defer { withExtendedLifetime(lock) {} }
        var manifest = try manifest(in: folder)
        let stream = try await blocking { [request, origin] () throws(DownloadError) in try FetchedStream.open(request, origin) }
        if let plan = stream.plan { onPlan(plan) }
        var tracks: [TrackFetch] = []
        for source in stream.sources {
            tracks.append(
                try TrackFetch(
                    source.track, url: source.url, in: folder, like: source.playlist, base: source.base, limit: request.duration))
        }
        if manifest.isComplete, tracks.contains(where: \.followsAnother) {
            throw DownloadError(
                .noTalk, "the talk '\(manifest.title)' is an earlier broadcast of this address: give another --title, or remove it first")
        }
        try prepare(&manifest, stream, tracks, folder)
        do throws(DownloadError) { try await fetch(&tracks, variables: stream.master?.variables ?? [:]) } catch {
            manifest.tracks = tracks.map(Self.entry)
            try manifest.write(in: folder)
            throw isAsked.withLock { $0 } ? DownloadError(.stopped, "stopped", cause: error) : error
        }
        for index in tracks.indices { try tracks[index].end() }
        (manifest.tracks, manifest.isComplete) = (tracks.map(Self.entry), true)
        try manifest.write(in: folder)
        do throws(SystemError) { try Talk.removeOldTracks(in: folder, manifest) } catch { throw DownloadError(error, folder) }
        show(tracks, .complete)
        guard let talk = Talk(folder: folder) else { throw DownloadError(.disk, "\(folder): the manifest is gone") }
        return talk
    }

    // MARK: The folder

    private func lock(_ folder: String) throws(DownloadError) -> FileLock {
        let path = Talk.lock(folder)
        do throws(SystemError) {
            if let lock = try FileLock(path: path, text: "fetched by this process") { return lock }
        } catch { throw DownloadError(error, path) }
        throw DownloadError(.inUse, "'\(request.title)' is being fetched by another process")
    }

    private func manifest(in folder: String) throws(DownloadError) -> TalkManifest {
        if let there = TalkManifest.read(in: folder) {
            guard AddressIdentity.of(there.url) == AddressIdentity.of(request.url) else {
                throw DownloadError(.noTalk, "the talk '\(there.title)' comes from another address: give another --title, or remove it first")
            }
            guard there.title == request.title else {
                throw DownloadError(
                    .noTalk, "the talk '\(there.title)' has this folder already: give a --title that differs from it in letters or digits")
            }
            return there
        }
        return TalkManifest(title: request.title, url: request.url, begun: WallClock.now().text, playlist: LocalMaster.fileName)
    }

    private func prepare(_ manifest: inout TalkManifest, _ stream: FetchedStream, _ tracks: [TrackFetch], _ folder: String) throws(DownloadError) {
        (manifest.title, manifest.url, manifest.isComplete) = (request.title, request.url, false)
        func path(_ track: TrackFetch) -> String { LocalName.track(track.track, at: track.url) + "/" + TrackIndex.fileName }
        if let master = stream.master, let plan = stream.plan {
            let local = Dictionary(tracks.map { ($0.track.uri, path($0)) }, uniquingKeysWith: { first, _ in first })
            try WholeFile.write(Array(LocalMaster.playlist(plan, of: master, local: local).text.utf8), to: folder + "/" + LocalMaster.fileName)
            manifest.variants = plan.entries.map { entry in
                TalkManifest.Variant(
                    number: entry.variant.number, peakBitRate: entry.variant.peakBitRate,
                    size: entry.variant.videoAttributes?.presentationSize?.description, badges: entry.variant.badges.map(\.rawValue))
            }
        } else if let only = tracks.first {
            manifest.playlist = path(only)
        }
        if let artwork = request.artwork {
            manifest.artwork = "artwork.\(artwork.ending)"
            try WholeFile.write(artwork.bytes, to: "\(folder)/artwork.\(artwork.ending)")
        }
        manifest.tracks = tracks.map(Self.entry)
        try manifest.write(in: folder)
    }

    private static func entry(_ track: TrackFetch) -> TalkManifest.Track {
        TalkManifest.Track(
            folder: LocalName.track(track.track, at: track.url), kind: track.track.kind.rawValue, language: track.track.rendition?.language,
            name: track.track.rendition?.name, segments: track.count, seconds: track.seconds, bytes: track.bytes)
    }

    // MARK: The media

    /// Until every track has ended or has enough.
    private func fetch(_ tracks: inout [TrackFetch], variables: [String: String]) async throws(DownloadError) {
        var changed = MediaTime.now()
        // Also when it ends meanwhile.
        let isLive = tracks.contains { !$0.source.hasEnded }
        while true {
            show(tracks, .fetching)
            try await fetchPending(&tracks, isLive: isLive)
            if tracks.allSatisfy(\.isDone) { return }
            guard .now() - changed < request.patience else {
                throw DownloadError(
                    .origin, "the playlist has not changed for \(Int(clamping: request.patience.inSeconds)) s: the stream stands still")
            }
            show(tracks, .waiting)
            // RFC 8216bis, section 6.3.4: not sooner than a target duration after a change, half of it where there was none.
            let target = tracks.map(\.source.targetDuration).max() ?? 1
            let wasChanged = .now() - changed < .seconds(max(target, 1))
            try await pause(.milliseconds(min(max(target, 1), 60) * (wasChanged ? 1000 : 500)))
            for index in tracks.indices where !tracks[index].isDone {
                let url = tracks[index].url
                do throws(DownloadError) {
                    let newer = try await blocking { [origin] () throws(DownloadError) in try origin.mediaPlaylist(at: url, variables: variables) }
                    if tracks[index].update(newer.playlist, base: newer.reply.url) { changed = .now() }
                } catch {
                    // Gone for a moment, as where its writer begins anew: it counts as one that stands still.
                    guard error.code == .notFound, .now() - changed < request.patience else { throw error }
                }
            }
        }
    }

    private func fetchPending(_ tracks: inout [TrackFetch], isLive: Bool) async throws(DownloadError) {
        let headers = tracks.flatMap(\.headers).map { Work(track: nil, position: 0, piece: $0) }
        try await fetchAll(headers, &tracks, forgiving: false)
        // By time: what belongs together arrives together.
        var work: [(part: Double, work: Work)] = []
        for (index, track) in tracks.enumerated() {
            let pieces = track.pieces
            for (order, entry) in pieces.enumerated() {
                work.append((Double(order) / Double(pieces.count), Work(track: index, position: entry.position, piece: entry.piece)))
            }
        }
        try await fetchAll(work.sorted { $0.part < $1.part }.map(\.work), &tracks, forgiving: isLive)
        for index in tracks.indices { try tracks[index].settle() }
        show(tracks, .fetching)
    }

    private struct Work: Sendable {
        var track: Int?
        var position: Int
        var piece: Piece
    }

    /// So many at once as were asked for.
    /// - Parameter forgiving: of a live stream, a segment that the server has no longer is a gap.
    private func fetchAll(_ all: [Work], _ tracks: inout [TrackFetch], forgiving: Bool) async throws(DownloadError) {
        var failure: DownloadError?
        await withTaskGroup(of: (Work, Result<Int, DownloadError>).self) { group in
            var rest = all[...]
            func addNext() {
                guard failure == nil, let work = rest.popFirst() else { return }
                group.addTask { [pieces] in
                    do throws(DownloadError) {
                        return (work, .success(try await blocking { () throws(DownloadError) in try pieces.fetch(work.piece) }))
                    } catch { return (work, .failure(error)) }
                }
            }
            for _ in 0..<max(1, request.parallel) { addNext() }
            while let (work, result) = await group.next() {
                do throws(DownloadError) {
                    if let track = work.track {
                        switch result {
                        case .success(let bytes): tracks[track].note(work.position, bytes: bytes)
                        case .failure(let error) where forgiving && error.code == .notFound: tracks[track].note(work.position, bytes: nil)
                        case .failure(let error): throw error
                        }
                        try tracks[track].settle()
                        show(tracks, .fetching)
                    } else {
                        _ = try result.get()
                    }
                } catch {
                    // The first one counts; what is under way breaks off.
                    if failure == nil { failure = error }
                    origin.stop()
                }
                addNext()
            }
        }
        if let failure { throw failure }
    }

    private func pause(_ time: Duration) async throws(DownloadError) {
        try await blocking { [origin] () throws(DownloadError) in
            CallLimit.wait(atMost: time) { origin.isStopped }
            if origin.isStopped { throw DownloadError(.stopped, "stopped") }
        }
    }

    private func show(_ tracks: [TrackFetch], _ state: FetchProgress.State) {
        shown.withLock {
            $0.state = state
            ($0.segments, $0.allSegments) = (tracks.reduce(0) { $0 + $1.count }, tracks.reduce(0) { $0 + $1.allSegments })
            ($0.seconds, $0.allSeconds) = (tracks.map(\.seconds).max() ?? 0, tracks.map(\.allSeconds).max() ?? 0)
            $0.bytes = tracks.reduce(0) { $0 + $1.bytes }
            $0.isLive = tracks.contains { !$0.source.hasEnded }
        }
    }
}
