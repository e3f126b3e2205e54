import Fixtures
import Platform
import ServerFixtures
import TestSupport

/// From drawing to the picture in Chromium, by the stamp in the picture: a look every 300 ms, each with the time when its answer was there.
struct PageBenchmark {
    private struct Mode {
        let name: String
        let options: [String]
        let most: Duration
    }

    private static let modes = [
        Mode(name: "plain, segments of 2 s", options: [], most: .seconds(6)),
        Mode(name: "low latency, parts of 0.2 s", options: ["--low-latency"], most: .seconds(2)),
    ]
    private static let title = "Page"

    private let options: PageOptions

    init(_ options: PageOptions) { self.options = options }

    func run() throws {
        var (table, bars) = (MarkdownTable("ladder", "looks", "median, s", "95 %, s", "longest, s"), [Bar]())
        for mode in Self.modes {
            sayProgress("\(mode.name) …")
            let ages = try ages(mode).sorted()
            guard let last = ages.last else { continue }
            let median = ages[ages.count / 2]
            let figures = [median, ages[ages.count * 95 / 100], last]
            table.add([mode.name, "\(ages.count)"] + figures.map { $0.rounded(to: 2) })
            bars.append(
                Bar(
                    words: "\(mode.name): at most \((mode.most / .seconds(1)).rounded(to: 0)) s", value: "\(median.rounded(to: 2)) s",
                    isMet: median <= mode.most / .seconds(1)))
        }
        let text = """
            From drawing to the picture in Chromium, which decodes on the same machine: the page with a ladder of 720p and 360p, of which 720p is \
            shown; full motion at 30 frames a second, \(options.seconds) s for each.

            \(table.text)

            \(Bar.list(bars))
            """
        say("\n# \(Self.title)\n\n\(text)")
        try ResultsPage.put(Self.title, text, into: options.results)
    }

    /// In seconds.
    private func ages(_ mode: Mode) throws -> [Double] {
        let (screen, sound, port) = (try XvfbServer(width: 1280, height: 720), try AudioFixture(feeding: .tone), Port.free())
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream(
            ["live", "--display", screen.display, "--http", "127.0.0.1:\(port)", "--mic", "default", "--ladder", "720p,360p"] + mode.options,
            screen: screen, sound: sound)
        try stream.waitUntilLive()
        let browser = try ChromiumBrowser()
        try browser.open("http://127.0.0.1:\(port)/")
        try waitUntil("720p to play", timeout: .seconds(60)) { try browser.playback()?.height == 720 }
        letRun(for: .seconds(15))  // for the page to come close
        var ages: [Double] = []
        let end = MediaTime.now() + .seconds(options.seconds)
        while MediaTime.now() < end {
            if let look = try browser.look(beside: "behind") { ages.append(look.stamp.age(at: look.times.upperBound) / .seconds(1)) }
            letRun(for: .milliseconds(300))
        }
        try stream.stop()
        withExtendedLifetime(stimulus) {}
        return ages
    }
}
