import Fixtures
import Foundation
import Platform

/// A recording from a web server on this machine, by `splitcast hls fetch` and by curl, which asks for the same segments one after the other and
/// keeps them too. Time is that of the whole program.
struct FetchBenchmark {
    private enum Fetcher: String, CaseIterable {
        case splitcast = "splitcast hls fetch"
        case curl
    }

    private struct Way {
        let name: String
        let bitsPerSecond: Int?
        /// What of curl's speed is wanted; `nil` where it is only told.
        let least: Double?
    }

    private static let title = "Fetching HLS"
    private static let ways = [
        Way(name: "loopback, unlimited", bitsPerSecond: nil, least: nil), Way(name: "50 Mb/s", bitsPerSecond: 50_000_000, least: 0.95),
    ]
    private static let segments = 50

    private let options: FetchOptions
    private let scratch = Scratch()
    private var segmentBytes: Int { options.megabytes * 1_000_000 / Self.segments }

    init(_ options: FetchOptions) { self.options = options }

    func run() throws {
        try makeStream()
        var (table, bars) = (MarkdownTable("line", "program", "seconds, median", "fastest", "slowest", "Mb/s", "÷ curl"), [Bar]())
        for way in Self.ways {
            let words = way.least.map { "\(way.name): at least \($0.rounded(to: 2)) × curl's speed" }
            do {
                let times = try times(over: way)
                let speeds = times.mapValues { Double(segmentBytes * Self.segments) * 8 / 1e6 / $0[$0.count / 2] }
                for fetcher in Fetcher.allCases {
                    guard let all = times[fetcher], let speed = speeds[fetcher], let curl = speeds[.curl] else { continue }
                    let seconds = [all[all.count / 2], all[0], all[all.count - 1]].map { $0.rounded(to: 2) }
                    table.add([way.name, fetcher.rawValue] + seconds + [speed.rounded(to: 1), (speed / curl).rounded(to: 2)])
                }
                guard let words, let least = way.least, let ours = speeds[.splitcast], let curl = speeds[.curl] else { continue }
                bars.append(Bar(words: words, value: (ours / curl).rounded(to: 2), isMet: ours >= curl * least))
            } catch {
                // A failure is a result; the others go on.
                sayProgress("  failed: \(error)")
                bars.append(Bar(words: words ?? way.name, value: "not measured: \("\(error)".prefix(300))", isMet: false))
            }
        }
        let text = """
            \(options.megabytes) MB in \(Self.segments) segments from nginx on the same machine, \(options.rounds) times by each, in turns. curl \
            asks for the segments one after the other over one connection; Splitcast for four at once, and has each on the disk (fsync) before \
            it counts it. The line is a network namespace's loopback, limited by tc (tbf).

            \(table.text)

            \(Bar.list(bars))
            """
        say("\n# \(Self.title)\n\n\(text)")
        try ResultsPage.put(Self.title, text, into: options.results)
    }

    private func makeStream() throws {
        let folder = try scratch.directory("files/talk")
        var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        let bytes = Data((0..<segmentBytes).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        for number in 0..<Self.segments {
            try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(number).ts"))
            text += "#EXTINF:4.0,\n\(number).ts\n"
        }
        try scratch.write(text + "#EXT-X-ENDLIST\n", to: "files/talk/index.m3u8")
    }

    /// In seconds, sorted.
    private func times(over way: Way) throws -> [Fetcher: [Double]] {
        let server = try ServedFolder(scratch.file("files"), bitsPerSecond: way.bitsPerSecond)
        var times: [Fetcher: [Double]] = [:]
        for round in 0..<options.rounds {
            // In turns, and the other way round each time.
            for fetcher in round % 2 == 0 ? Fetcher.allCases : Fetcher.allCases.reversed() {
                sayProgress("\(way.name), round \(round + 1) of \(options.rounds): \(fetcher.rawValue) …")
                times[fetcher, default: []].append(try time(of: fetcher, from: server))
            }
        }
        return times.mapValues { $0.sorted() }
    }

    private func time(of fetcher: Fetcher, from server: ServedFolder) throws -> Double {
        let folder = Scratch()
        let command =
            switch fetcher {
            case .splitcast:
                [try builtProduct("splitcast"), "hls", "fetch", server.url("talk/index.m3u8"), "--title", "Talk", "--progress", "none"]
            case .curl: ["curl", "-sf", server.url("talk/[0-\(Self.segments - 1)].ts"), "-o", folder.file("#1.ts")]
            }
        let began = MediaTime.now()
        let run = try Program(server.behind(command), environment: ["XDG_DATA_HOME": folder.path], timeout: .seconds(3600))
        let seconds = (MediaTime.now() - began) / .seconds(1)
        let sizes = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ts") }.map { name in
            try FileManager.default.attributesOfItem(atPath: folder.file(name))[.size] as? Int ?? 0
        }
        guard run.status == 0, sizes.count == Self.segments, sizes.allSatisfy({ $0 == segmentBytes }) else {
            throw FixtureError("\(fetcher.rawValue) has \(sizes.count) of \(Self.segments) segments: \(run)")
        }
        return seconds
    }
}
