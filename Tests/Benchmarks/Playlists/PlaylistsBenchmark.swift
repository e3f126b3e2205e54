import HLS
import Platform

/// A recording of many hours as a playlist, read from memory: processor time of the reading thread.
struct PlaylistsBenchmark {
    private static let lines = 100_000
    private static let most = Duration.milliseconds(50)

    private let options: PlaylistsOptions

    init(_ options: PlaylistsOptions) { self.options = options }

    func run() throws {
        var times: [Duration] = []
        let bytes = Array(Self.playlist.utf8)
        for _ in 0..<options.rounds {
            let before = Worker.processorTime
            let playlist = try Playlist(parsing: bytes)
            times.append(Worker.processorTime - before)
            withExtendedLifetime(playlist) {}
        }
        times.sort()
        guard let least = times.first, let last = times.last else { return }
        let median = times[times.count / 2]
        let bar = Bar(
            words: "\(Self.lines) lines: at most \(Self.most.inMilliseconds.rounded(to: 0)) ms", value: "\(median.inMilliseconds.rounded(to: 1)) ms",
            isMet: median <= Self.most)
        let text = """
            \(Self.lines / 2) segments of \(bytes.count / 1024) KiB, \(options.rounds) times: median \(median.inMilliseconds.rounded(to: 1)) ms, \
            \(least.inMilliseconds.rounded(to: 1)) to \(last.inMilliseconds.rounded(to: 1)) ms.

            \(Bar.list([bar]))
            """
        say(text)
        try ResultsPage.put("HLS playlists", text, into: options.results)
    }

    private static var playlist: String {
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI=\"init.mp4\"\n"
        for number in 0..<lines / 2 { text += "#EXTINF:6.0060\(number % 10),\nvideo/segment-\(number).m4s\n" }
        return text + "#EXT-X-ENDLIST\n"
    }
}
