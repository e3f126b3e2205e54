import Fixtures
import Foundation
import ServerFixtures
import TestSupport

/// Sound from a real sound server to what an RTMP server received; the scenarios are in Tests/Support/Scenarios, where the tests run them
/// too, shorter. Each measure has a part of its own in the report.
struct AudioBenchmark {
    private let options: AudioOptions

    init(_ options: AudioOptions) { self.options = options }

    func run() throws {
        var failures: [String] = []
        for server in options.servers {
            for measure in options.measures {
                say("\(measure.rawValue) on \(server) …")
                do {
                    try write(try text(of: measure, on: server), as: "Sound: \(measure.title) (\(server))")
                } catch {
                    // The others go on.
                    failures.append("\(measure.rawValue) on \(server): \(error)")
                    say(failures[failures.count - 1])
                }
            }
        }
        guard failures.isEmpty else { throw FixtureError(failures.joined(separator: "\n")) }
    }

    private func write(_ text: String, as title: String) throws {
        say("\n# \(title)\n\n\(text)")
        try ResultsPage.put(title, text, into: options.results)
    }

    private func text(of measure: AudioOptions.Measure, on server: AudioServer) throws -> String {
        switch measure {
        case .tone: try tone(on: server)
        case .start: try start(on: server)
        case .step: try step(on: server)
        case .drift: try drift(on: server)
        case .devices: try devices(on: server)
        case .pushed: try pushed(on: server)
        case .kill: try kill(on: server)
        case .echo: try echo(on: server)
        case .noise: try noise(on: server)
        case .cpu: try cpu(on: server)
        }
    }

    private func tone(on server: AudioServer) throws -> String {
        var scenario = ToneScenario()
        scenario.server = server
        let ours = try scenario.run()
        scenario.peer = .ffmpeg
        let theirs = try scenario.run()
        var rows = ["| peer | level, dBFS | frequency, Hz | THD+N, dB | noise floor, everything muted, dBFS (peak) |", "|---|---|---|---|---|"]
        for (name, result) in [("splitcast", ours), ("ffmpeg -f pulse", theirs)] {
            let floor = result.floor.map { "\(tenths($0)) (\(tenths(result.floorPeak ?? -200)))" } ?? "–"
            let tone = [hundredths(result.tone.level), String(format: "%.4f", result.tone.frequency), tenths(result.tone.distortion)]
            rows.append("| \(name) | \(tone.joined(separator: " | ")) | \(floor) |")
        }
        return """
            1 kHz at −20 dBFS in the microphone, AAC at 128 kb/s over RTMP, decoded; \(scenario.seconds) s, unweighted up to 24 kHz. −200 is digital \
            silence.

            \(rows.joined(separator: "\n"))

            """
    }

    private func step(on server: AudioServer) throws -> String {
        var scenario = StepScenario()
        (scenario.server, scenario.duration) = (server, .seconds(options.minutes * 60))
        let ours = try scenario.run()
        say("splitcast: \(ours.settled), first \(tenths(ours.all.first)) ms, fixture \(tenths(ours.fixtureOffset)) ms, \(ours.figures)")
        scenario.peer = .ffmpeg
        scenario.duration = min(scenario.duration, .seconds(300))
        let theirs = try scenario.run()
        return stepTable([("splitcast", ours), ("ffmpeg x11grab and pulse, \(minutes(scenario.duration)) minutes", theirs)], judging: 1)
    }

    private func start(on server: AudioServer) throws -> String {
        var scenario = StepScenario()
        (scenario.server, scenario.duration) = (server, .seconds(12))
        let runs = try (1...10).map { number in
            let result = try scenario.run()
            let words = result.all.offsets.map { "\(tenths($0.milliseconds)) at \(tenths($0.position.inSeconds)) s" }.joined(separator: ", ")
            say("\(number): \(words); fixture \(tenths(result.fixtureOffset))")
            return "| \(number) | \(words) | \(tenths(result.fixtureOffset)) |"
        }
        return """
            Flash and click in ten broadcasts from their first second on: the click's offset from its flash, and where in the stream. The first \
            click is missing where the microphone was not yet heard.

            | broadcast | offsets, ms | fixture's own median |
            |---|---|---|
            \(runs.joined(separator: "\n"))

            """
    }

    private func drift(on server: AudioServer) throws -> String {
        var scenario = StepScenario()
        (scenario.server, scenario.duration) = (server, .seconds(options.minutes * 60))
        var rows: [(String, StepScenario.Result)] = []
        for ppm in [200.0, -200] {
            scenario.source = .card(ppm: ppm)
            let result = try scenario.run()
            say("\(ppm) ppm: \(result.settled), first \(tenths(result.all.first)) ms, \(result.figures)")
            rows.append(("microphone \(ppm > 0 ? "+" : "−")200 ppm", result))
        }
        return stepTable(rows)
    }

    private func devices(on server: AudioServer) throws -> String {
        var scenario = StepScenario()
        (scenario.server, scenario.duration) = (server, .seconds(options.minutes * 60))
        scenario.source = .devices(microphone: 200, speakers: -200)
        let result = try scenario.run()
        guard let desktop = result.ofDesktop else { throw FixtureError("the desktop was not heard") }
        say("microphone: \(result.settled); desktop: \(desktop.settled), fixture \(tenths(desktop.fixtureOffset)) ms; \(result.figures)")
        return stepTable([("microphone +200 ppm", result), ("desktop −200 ppm", desktop)])
    }

    private func pushed(on server: AudioServer) throws -> String {
        var scenario = StepScenario()
        (scenario.server, scenario.duration, scenario.source) = (server, .seconds(options.minutes * 60), .pushed(ppm: 200))
        return stepTable([("`splitcast audio push`, +200 ppm", try scenario.run())])
    }

    /// - Parameter count: so many of the first rows are ours and have bars to meet; nil: all.
    private func stepTable(_ rows: [(name: String, result: StepScenario.Result)], judging count: Int? = nil) -> String {
        var lines = [
            "| source | clicks | first, ms | median | fixture's own median | size p50 | p95 | longest | drift an hour | last − first tenth | "
                + "samples − stamps |",
            "|---|---|---|---|---|---|---|---|---|---|---|",
        ]
        for (name, result) in rows {
            let settled = result.settled
            let figures = [
                result.all.first, settled.median, result.fixtureOffset, settled.size(at: 0.5), settled.size(at: 0.95), settled.size(at: 1),
                settled.driftPerHour,
                settled.change, result.soundDrift.inMilliseconds,
            ]
            lines.append("| \(name) | \(settled.offsets.count) | \(figures.map(tenths).joined(separator: " | ")) |")
        }
        return """
            Flash on an X display and click at the same moments of the clock, some 2 s apart and spread over the frame grid, \
            \(options.minutes) minutes, 30 frames a second, RTMP; the click's offset \
            from its flash (positive: sound late) from the 10th second on, "first" from the first. A picture stands on a grid of 33 ms, which is \
            up to 17 ms either way. The fixture's own: how much later than the flash was drawn the click entered the microphone, \
            or left the speakers. \
            Last − first tenth: of their medians. Samples − stamps: how far the sound's samples ran from its time stamps. All in ms.

            \(lines.joined(separator: "\n"))

            \(rows.map { "- \($0.name): \($0.result.figures)" }.joined(separator: "\n"))
            \(Bar.list(rows.prefix(count ?? rows.count).flatMap { stepBars($0.name, $0.result) }))

            """
    }

    /// Audio stays with the picture: within half a frame and some of it, from the first minute to the last.
    private func stepBars(_ name: String, _ result: StepScenario.Result) -> [Bar] {
        func bar(_ words: String, _ value: Double, _ most: Double) -> Bar {
            Bar(words: "\(name): \(words) at most \(tenths(most)) ms", value: tenths(value) + " ms", isMet: abs(value) <= most)
        }
        return [
            bar("the median, less the fixture's own,", result.settled.median - result.fixtureOffset, 20),
            bar("the last tenth from the first", result.settled.change, 10),
            bar("samples from stamps", result.soundDrift.inMilliseconds, 10),
        ]
    }

    private func kill(on server: AudioServer) throws -> String {
        var scenario = KillScenario()
        (scenario.server, scenario.count) = (server, options.count)
        scenario.progress = { [count = options.count] in if $0 % 10 == 0 { say("\($0) of \(count)") } }
        let result = try scenario.run()
        let worst = result.clicks.map(\.level).max().map { tenths($0) + " dBFS" } ?? "none"
        return """
            Microphone (440 Hz at \(tenths(KillScenario.level)) dBFS) taken out of the sound server and put back \
            \(options.count) times beside the desktop's sound (1 kHz at \
            −20 dBFS).

            | microphone silent, times | clicks above −60 dBFS | worst | holes in the desktop's tone | back after, at most |
            |---|---|---|---|---|
            | \(result.silences.count) | \(result.clicks.count) | \(worst) | \(result.holes.count) | \(result.returns) |

            \(result.clicks.prefix(20).map { "- click of \($0)" }.joined(separator: "\n"))

            """
    }

    private func echo(on server: AudioServer) throws -> String {
        var scenario = EchoScenario()
        scenario.server = server
        let result = try scenario.run()
        return """
            Speech on the desktop, in the microphone again 80 ms later at −10 dB; \(scenario.settling) s to learn, \(scenario.seconds) s measured in \
            the received stream. The near voice is as loud as the desktop's.

            | echo without, dBFS | with, dBFS | ERLE, dB | host's own figure, dB | near voice alone, dB | near voice in double talk, dB |
            |---|---|---|---|---|---|
            | \(tenths(result.without)) | \(tenths(result.with)) | \(tenths(result.enhancement)) | \(result.claimed.map(tenths) ?? "–") | \
            \(tenths(result.nearAlone)) | \(tenths(result.nearInDoubleTalk)) |

            """
    }

    private func noise(on server: AudioServer) throws -> String {
        var scenario = NoiseScenario()
        scenario.server = server
        let result = try scenario.run()
        return """
            A voice at −23 dBFS in pink noise at −33 dBFS in the microphone; \(scenario.seconds) s each, as received.

            | | voice, dBFS | pauses, dBFS | ratio, dB |
            |---|---|---|---|
            | without | \(tenths(result.without.voice)) | \(tenths(result.without.pauses)) | \(tenths(result.without.ratio)) |
            | with | \(tenths(result.with.voice)) | \(tenths(result.with.pauses)) | \(tenths(result.with.ratio)) |

            Gain \(tenths(result.gain)) dB; of the voice itself \(tenths(result.retained)) dB.

            """
    }

    private func cpu(on server: AudioServer) throws -> String {
        var scenario = MixerLoadScenario()
        scenario.server = server
        let loads = try [0, 1, 6].map { try scenario.run(sources: $0) }
        let names = loads[2].threads.filter { $0.cores > 0.0005 }.map(\.name)
        var rows = ["| thread | no source | microphone | six sources |", "|---|---|---|---|"]
        func percent(_ cores: Double) -> String { String(format: "%.2f %%", cores * 100) }
        for name in names { rows.append("| \(name) | \(loads.map { percent($0.cores(of: name)) }.joined(separator: " | ")) |") }
        rows.append("| mixing alone | \(loads.map { percent($0.mixing) }.joined(separator: " | ")) |")
        rows.append("| the whole host | \(loads.map { percent($0.host) }.joined(separator: " | ")) |")
        return """
            Of one core, over \(scenario.seconds) s of an idle 320×180 desktop with AAC. The six: microphone, desktop, looping music, three pushed \
            (one of them at 44.1 kHz). The mixer's thread encodes too, and libavcodec's AAC takes longest for a single tone; the row below \
            is the mixer's own part.

            \(rows.joined(separator: "\n"))

            """
    }

    private func tenths(_ value: Double) -> String { String(format: "%.1f", value) }
    private func hundredths(_ value: Double) -> String { String(format: "%.2f", value) }
    private func minutes(_ span: Duration) -> String { String(format: "%.0f", span.inSeconds / 60) }
}

extension AudioOptions.Measure {
    /// For people.
    var title: String {
        switch self {
        case .tone: "a tone and silence"
        case .start: "the first seconds"
        case .step: "flash and click"
        case .drift: "a sound card 200 ppm off"
        case .devices: "microphone and desktop 200 ppm off"
        case .pushed: "pushed sound 200 ppm off"
        case .kill: "a microphone that comes and goes"
        case .echo: "echo"
        case .noise: "noise"
        case .cpu: "what it costs"
        }
    }
}
