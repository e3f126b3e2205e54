import Fixtures
import Foundation
import ServerFixtures
import TestSupport

/// Many readers of the built-in server, as players ask: of the picture and of the audio each a playlist and a segment every two seconds. What was
/// broadcast meanwhile is judged by a recording.
struct ReadersBenchmark {
    /// What wrk tells at its end; times in microseconds.
    private struct Told: Decodable {
        let requests, bytes, microseconds, failures, statuses, median, most, ninetyNine: Double
    }

    private static let title = "Readers of the built-in server"
    /// A segment lasts so long: later, a player would stand.
    private static let most = 2.0

    private let options: PageOptions

    init(_ options: PageOptions) { self.options = options }

    func run() throws {
        let (screen, port, scratch) = (try XvfbServer(width: 640, height: 360), Port.free(), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        let recording = scratch.file("a.mkv")
        let stream = try Stream(
            [
                "live", "--display", screen.display, "--http", "127.0.0.1:\(port)", "--http-open", "--mic", "none", "--ladder", "360p@600k",
                "--to", recording,
            ], screen: screen)
        try stream.waitUntilLive()
        let address = "http://127.0.0.1:\(port)"
        try waitUntil("three segments") {
            try Program(["curl", "-s", "\(address)/live/live-360p.m3u8"]).text.components(separatedBy: "#EXTINF").count > 3
        }
        try scratch.write(Self.script, to: "players.lua")
        sayProgress("\(options.readers) readers, \(options.seconds) s …")
        let run = try Program(
            ["wrk", "-t1", "-c\(options.readers)", "-d\(options.seconds)s", "--timeout", "10s", "-s", scratch.file("players.lua"), address],
            timeout: .seconds(Int64(options.seconds) + 60))
        guard run.status == 0, let line = run.text.split(separator: "\n").last(where: { $0.hasPrefix("{") }) else {
            throw FixtureError("wrk (apt-get install wrk): \(run.complaints)\(run.text)")
        }
        let told = try JSONDecoder().decode(Told.self, from: Data(line.utf8))
        try stream.stop()
        withExtendedLifetime(stimulus) {}
        let tally = try StampReader(recording, timeout: .seconds(300)).tally
        try report(told, tally)
    }

    private func report(_ told: Told, _ tally: StampTally) throws {
        let (seconds, longest, unanswered) = (told.microseconds / 1e6, told.most / 1e6, Int(told.failures + told.statuses))
        let bars = [
            Bar(words: "every request is answered", value: "\(unanswered) are not", isMet: unanswered == 0),
            Bar(words: "no answer after \(Self.most.rounded(to: 0)) s", value: "\(longest.rounded(to: 3)) s", isMet: longest <= Self.most),
            Bar(words: "no picture is missing", value: "\(tally.missed) of \(tally.delivered + tally.missed)", isMet: tally.missed == 0),
        ]
        let rate = "\((told.requests / seconds).rounded(to: 0)) requests and \((told.bytes * 8 / seconds / 1e6).rounded(to: 0)) Mb a second"
        let text = """
            \(options.readers) connections of wrk, each asking twice a second, for \(options.seconds) s, beside full motion of 640×360 in two \
            encodings, of which one is recorded, on the same machine: \(rate); answered after \((told.median / 1e3).rounded(to: 1)) ms \
            as a rule, 99 % within \((told.ninetyNine / 1e3).rounded(to: 1)) ms.

            \(Bar.list(bars))
            """
        say("\n# \(Self.title)\n\n\(text)")
        try ResultsPage.put(Self.title, text, into: options.results)
    }

    /// Every fourth request of all is of one kind, which comes to the same as each reader taking turns.
    private static let script = """
        local playlists = { "/live/live-360p.m3u8", "/live/live-audio-mix.m3u8" }
        local newest, count = {}, 0
        function delay() return 500 end
        function request()
          count = count + 1
          local which = math.floor(count / 2) % 2 + 1
          return wrk.format("GET", count % 2 == 1 and newest[which] or playlists[which])
        end
        function response(status, headers, body)
          if body:sub(1, 7) ~= "#EXTM3U" then return end
          local last
          for name in body:gmatch("[^\\n]+%.m4s") do last = name end
          if last then newest[last:find("audio", 1, true) and 2 or 1] = "/live/" .. last end
        end
        function done(summary, latency)
          local errors = summary.errors
          io.write(string.format(
            '{"requests":%d,"bytes":%d,"microseconds":%d,"failures":%d,"statuses":%d,"median":%d,"ninetyNine":%d,"most":%d}\\n',
            summary.requests, summary.bytes, summary.duration, errors.connect + errors.read + errors.write + errors.timeout, errors.status,
            latency:percentile(50), latency:percentile(99), latency.max))
        end
        """
}
