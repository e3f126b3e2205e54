import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport

/// What the cockpit, metrics and the API cost a broadcast, and how quick they are: one broadcast of full motion, all of it in one run.
///
/// The host's processor time is that of its threads in nanoseconds. Spans without a reader, with scraped metrics and with an open page follow
/// one another in each round, in another order each time; what a span costs is its difference to the one of the same round without a reader,
/// and the median of these is judged.
struct CockpitBenchmark {
    private enum Load: String, CaseIterable {
        case nothing = "nothing"
        case metrics = "metrics scraped every 5 s"
        case page = "one page open"
        case pageWithSound = "one page open, with sound"
    }

    private static let title = "The cockpit"
    private static let scrapeInterval = 5
    private static let (mostForMetrics, mostForPage) = (0.5, 3.0)
    private static let (mostDelay, mostPaint, mostWeight, leastRate) = (0.5, 0.5, 150.0, 1000.0)
    private static let openings = 7

    private let options: PageOptions

    init(_ options: PageOptions) { self.options = options }

    func run() throws {
        let (screen, sound, port, scratch) = (try XvfbServer(width: 1280, height: 720), try AudioFixture(feeding: .tone), Port.free(), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        let stream = try Stream(
            [
                "live", "--display", screen.display, "--http", "127.0.0.1:\(port)", "--mic", "default", "--preset", "ultrafast",
                "--effort", "fixed", "--no-adaptive", "--to", scratch.file("whole.mkv"),
            ], screen: screen, sound: sound)
        try stream.waitUntilLive()
        let address = "http://127.0.0.1:\(port)"
        letRun(for: .seconds(5))
        let (costs, delays) = try loads(stream, address)
        let opened = try (0..<Self.openings).map { number in
            sayProgress("opening \(number + 1) …")
            return try opening(address)
        }
        let requests = try requests(stream, address, scratch)
        try stream.stop()
        withExtendedLifetime(stimulus) {}
        let parts = [costs, delays, openings(opened), requests]
        let text = """
            One broadcast of full motion of 1280×720 at 30 frames a second, x264 ultrafast at a fixed effort, a microphone's tone, and a recording; \
            host, X server, browser and all else on the same machine. \(options.rounds) rounds of \(options.seconds) s for each row.

            \(parts.map(\.text).joined(separator: "\n\n"))

            \(Bar.list(parts.flatMap(\.bars)))
            """
        say("\n# \(Self.title)\n\n\(text)")
        try ResultsPage.put(Self.title, text, into: options.results)
    }

    private typealias Part = (text: String, bars: [Bar])

    // MARK: Processor time, and delay

    private func loads(_ stream: TestSupport.Stream, _ address: String) throws -> (costs: Part, delays: Part) {
        let browser = try ChromiumBrowser()
        var (costs, threads, ages): ([Load: [Double]], [Load: [[String: Double]]], [Load: [Double]]) = ([:], [:], [:])
        for round in 0..<options.rounds {
            for load in round % 2 == 0 ? Load.allCases : Load.allCases.reversed() {
                sayProgress("round \(round + 1) of \(options.rounds), \(load.rawValue) …")
                let isPage = load == .page || load == .pageWithSound
                try browser.open(isPage ? address + "/cockpit" : "about:blank")
                if isPage { try waitUntil("the preview to play", timeout: .seconds(60)) { try browser.playback()?.width == 1280 } }
                if load == .pageWithSound { try browser.click("#listen") }
                letRun(for: .seconds(5))
                let spent = try span(of: stream.process.pid, load, address)
                costs[load, default: []].append(spent.values.reduce(0, +))
                threads[load, default: []].append(spent)
                if isPage { ages[load, default: []] += try looks(browser) }
            }
        }
        return (costPart(costs, threads), delayPart(ages))
    }

    /// What each thread used in one span, in percent of a core.
    private func span(of pid: Int32, _ load: Load, _ address: String) throws -> [String: Double] {
        let (before, began) = (try ThreadUsage(of: pid), MediaTime.now())
        let end = began + .seconds(options.seconds)
        var scraped = MediaTime.zero
        while MediaTime.now() < end {
            if load == .metrics, MediaTime.now() - scraped >= .seconds(Self.scrapeInterval) {
                scraped = MediaTime.now()
                try runTool(["curl", "-s", "-f", "\(address)/metrics"])
            }
            letRun(for: .milliseconds(100))
        }
        let used = try ThreadUsage(of: pid).since(before), took = MediaTime.now() - began
        return Dictionary(uniqueKeysWithValues: used.map { ($0.name, $0.time / took * 100) })
    }

    private func costPart(_ costs: [Load: [Double]], _ threads: [Load: [[String: Double]]]) -> Part {
        var table = MarkdownTable("readers", "host, % of a core", "more than without", "in single rounds", "threads with the most of it")
        var more: [Load: Double] = [:]
        for load in Load.allCases {
            let differences = zip(costs[load] ?? [], costs[.nothing] ?? []).map { $0 - $1 }.sorted()
            let usual = (costs[load] ?? []).sorted()
            guard let (least, most) = differences.first.map({ ($0, differences[differences.count - 1]) }) else { continue }
            more[load] = differences[differences.count / 2]
            let isBase = load == .nothing
            table.add([
                load.rawValue, usual[usual.count / 2].rounded(to: 2), isBase ? "" : (more[load] ?? 0).rounded(to: 2),
                isBase ? "" : "\(least.rounded(to: 2)) to \(most.rounded(to: 2))",
                isBase ? "" : busiest(threads[load] ?? [], threads[.nothing] ?? []),
            ])
        }
        func bar(_ load: Load, _ most: Double) -> Bar {
            let value = more[load] ?? .infinity
            let words = "\(load.rawValue): at most +\(most.rounded(to: 1)) % of a core"
            return Bar(words: words, value: "\(value.rounded(to: 2)) %", isMet: value <= most)
        }
        return (table.text, [bar(.metrics, Self.mostForMetrics), bar(.page, Self.mostForPage), bar(.pageWithSound, Self.mostForPage)])
    }

    /// Where most of the difference is.
    private func busiest(_ some: [[String: Double]], _ base: [[String: Double]]) -> String {
        let names = Set(some.flatMap(\.keys))
        let medians = names.map { name in
            let differences = zip(some, base).map { ($0[name] ?? 0) - ($1[name] ?? 0) }.sorted()
            return (name, differences[differences.count / 2])
        }
        return medians.sorted { $0.1 > $1.1 }.prefix(4).map { "\($0.0) \($0.1.rounded(to: 2))" }.joined(separator: ", ")
    }

    private func looks(_ browser: ChromiumBrowser) throws -> [Double] {
        var ages: [Double] = []
        let end = MediaTime.now() + .seconds(options.seconds)
        while MediaTime.now() < end {
            if let look = try browser.look(beside: "behind") { ages.append(look.stamp.age(at: look.times.upperBound) / .seconds(1)) }
            letRun(for: .milliseconds(200))
        }
        return ages
    }

    private func delayPart(_ ages: [Load: [Double]]) -> Part {
        var (table, bars) = (MarkdownTable("preview", "looks", "median, s", "95 %, s", "longest, s"), [Bar]())
        for (load, name) in [(Load.page, "without sound"), (.pageWithSound, "with sound")] {
            let sorted = (ages[load] ?? []).sorted()
            guard let last = sorted.last else { continue }
            let median = sorted[sorted.count / 2]
            table.add([name, "\(sorted.count)"] + [median, sorted[sorted.count * 95 / 100], last].map { $0.rounded(to: 3) })
            let words = "drawn to seen, \(name): at most \(Self.mostDelay) s"
            bars.append(Bar(words: words, value: "\(median.rounded(to: 3)) s", isMet: median <= Self.mostDelay))
        }
        return ("From drawing on the screen to the picture in Chromium, each look with the time when its answer was there:\n\n\(table.text)", bars)
    }

    // MARK: Opening

    /// Milliseconds and bytes, in a browser that was never there.
    private func opening(_ address: String) throws -> (paint: Double, bytes: Double) {
        let browser = try ChromiumBrowser()
        try browser.open(address + "/cockpit")
        var paint: Double?
        try waitUntil("the first paint") {
            paint = try browser.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime") as? Double
            return paint != nil
        }
        // The broadcast and the figures are no part of the page.
        let sum = """
            performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
              .filter(({ name }) => !/[/](live|api)[/]/.test(name)).reduce((sum, { transferSize }) => sum + transferSize, 0)
            """
        return (paint ?? .infinity, try browser.evaluate(sum) as? Double ?? .infinity)
    }

    private func openings(_ all: [(paint: Double, bytes: Double)]) -> Part {
        let (paints, weight) = (all.map { $0.paint / 1000 }.sorted(), (all.map(\.bytes).max() ?? .infinity) / 1024)
        let paint = paints[paints.count / 2]
        let text = """
            Opened \(all.count) times, each by a Chromium with an empty cache: first paint after \(paint.rounded(to: 2)) s as a rule, \
            \(paints[paints.count - 1].rounded(to: 2)) s at worst; \(weight.rounded(to: 1)) KiB with the heads of the answers.
            """
        let most = Self.mostWeight.rounded(to: 0)
        return (
            text,
            [
                Bar(words: "page weight at most \(most) KiB", value: "\(weight.rounded(to: 1)) KiB", isMet: weight <= Self.mostWeight),
                Bar(words: "first paint at most \(Self.mostPaint) s", value: "\(paint.rounded(to: 2)) s", isMet: paint <= Self.mostPaint),
            ]
        )
    }

    // MARK: Requests

    private func requests(_ stream: TestSupport.Stream, _ address: String, _ scratch: Scratch) throws -> Part {
        let pid = stream.process.pid
        var (tallies, used): ([StampTally], [Double]) = ([], [])
        var told: StatusRequests.Told?
        for isAsked in [false, true] {
            sayProgress("status requests: \(isAsked ? "a thousand a second" : "none") …")
            let file = scratch.file("requests-\(isAsked).mkv")
            try stream.command("targets", "add", file)
            let id = try stream.targets().compactMap { $0["id"] as? Int }.max() ?? 0
            try stream.waitForTarget(id, toBe: "live")
            let (before, began) = (try ThreadUsage(of: pid), MediaTime.now())
            if isAsked {
                told = try StatusRequests(address: address, seconds: options.seconds, scratch: scratch).run()
            } else {
                letRun(for: .seconds(options.seconds))
            }
            let took = MediaTime.now() - began
            used.append(try ThreadUsage(of: pid).since(before).reduce(0) { $0 + $1.time / took * 100 })
            try stream.command("targets", "remove", "\(id)")
            tallies.append(try StampReader(file, timeout: .seconds(300)).tally)
        }
        guard let told else { return ("", []) }
        let text = """
            wrk, \(told.connections) connections, \(options.seconds) s: \(told.rate.rounded(to: 0)) times `GET /api/v1/status` a second, \
            answered after \((told.median / 1e3).rounded(to: 1)) ms as a rule, 99 % within \((told.ninetyNine / 1e3).rounded(to: 1)) ms. \
            Meanwhile the host used \
            \(used[1].rounded(to: 1)) % of a core, and \(used[0].rounded(to: 1)) % in as long a span before; the recordings of these miss \
            \(tallies[1].missed) of \(tallies[1].delivered + tallies[1].missed) frames, and \(tallies[0].missed) of \
            \(tallies[0].delivered + tallies[0].missed).
            """
        let unanswered = Int(told.failures + told.statuses)
        return (
            text,
            [
                Bar(
                    words: "\(Self.leastRate.rounded(to: 0)) status requests a second, all answered",
                    value: "\(told.rate.rounded(to: 0)), \(unanswered) not answered", isMet: told.rate >= Self.leastRate && unanswered == 0),
                Bar(words: "no frame is lost meanwhile", value: "\(tallies[1].missed)", isMet: tallies[1].missed == 0),
            ]
        )
    }
}
