import Foundation
import Frames
import TestSupport

/// Agents that come, go, crash and replace each other, many times, on a running broadcast; the scenarios themselves are in
/// Tests/Support/Scenarios, where the tests run them too, shorter.
struct AgentBenchmark {
    private let options: AgentOptions

    init(_ options: AgentOptions) { self.options = options }

    func run() throws {
        let (title, text) =
            switch options.scenario {
            case .swaps: ("Take-over", try swaps())
            case .losses: ("Agents that are lost", try losses())
            case .memory: ("The agent's memory", try memory())
            case .churn: ("Coming and going", try churn())
            }
        print(text)
        try ResultsPage.put(title, text, into: options.results)
    }

    private func swaps() throws -> String {
        var scenario = TakeOverScenario()
        (scenario.count, scenario.means, scenario.recording) = (options.count, options.means, options.recording)
        if !options.sizes.isEmpty { scenario.sizes = options.sizes }
        scenario.canvas = options.canvas ?? scenario.sizes[0]
        scenario.progress = { [count = options.count] in say("take-over \($0) of \(count)") }
        let result = try scenario.run()
        var rows = ["| irregularity | during take-overs | between them |", "|---|---|---|"]
        for kind in Irregularity.Kind.allCases { rows.append("| \(kind.words) | \(result.during(kind)) | \(result.between(kind)) |") }
        say(result.irregularities.map(\.description).joined(separator: "\n"))
        let complaints = result.decodingErrors.isEmpty ? "none" : String(result.decodingErrors.prefix(300))
        return """
            \(options.count) take-overs (\(options.means == .swap ? "`splitcast swap`" : "a second agent started by hand")) between X displays of \
            \(scenario.sizes.map(\.description).joined(separator: " and ")) in full motion at 30 frames a second, \
            streamed as \(scenario.canvas) over RTMP; \(result.pictures) pictures, \(result.switches) switches received. A take-over lasts \
            from 100 ms before the start of the new agent's process until 400 ms after the switch: \(Int(result.takingOver.inSeconds)) s of \
            \(Int((result.scenario.upperBound - result.scenario.lowerBound).inSeconds)) s. What happens between them is the machine's share.

            \(rows.joined(separator: "\n"))

            - Complaints of the decoder: \(complaints).
            - From the new agent's attachment to the switch: \(result.attachToSwitch).
            - From the start of its process to the switch: \(result.startToSwitch).
            - What the host holds more than before: \(result.growth).
            \(Bar.list(bars(result)))

            """
    }

    /// What no stall of the machine explains.
    private func bars(_ result: TakeOverResult) -> [Bar] {
        let faults: [Irregularity.Kind] = [.disorder, .extraKeyframe, .oldScreen, .unreadable]
        return faults.map { Bar(words: "\($0.words) during take-overs: none", value: "\(result.during($0))", isMet: result.during($0) == 0) } + [
            Bar(words: "switches received: \(options.count)", value: "\(result.switches)", isMet: result.switches == options.count),
            Bar(words: "nothing is left behind", value: "\(result.growth)", isMet: result.growth.isNothing),
            Bar(words: "the decoder has no complaint", value: "\(result.decodingErrors.utf8.count) bytes", isMet: result.decodingErrors.isEmpty),
        ]
    }

    private func losses() throws -> String {
        var rows = ["| blow | noticed after | another agent's frame on the canvas after | reconnects | processes left |", "|---|---|---|---|---|"]
        for blow in LossScenario.Blow.allCases {
            var scenario = LossScenario()
            (scenario.blow, scenario.count) = (blow, options.count)
            scenario.progress = { [count = options.count] in say("\(blow.rawValue) \($0) of \(count)") }
            let result = try scenario.run()
            let name = blow == .kill ? "SIGKILL" : "SIGSTOP"
            rows.append("| \(name) | \(result.noticed) | \(result.replaced) | \(result.reconnects) | \(result.leftOver) |")
        }
        return "The live agent of a 720p broadcast in full motion, \(options.count) times each, a fresh host after every three.\n\n"
            + rows.joined(separator: "\n") + "\n"
    }

    private func memory() throws -> String {
        let sizes = options.sizes.isEmpty ? [(1280, 720), (1920, 1080), (3840, 2160)].map { PixelSize(width: $0, height: $1) } : options.sizes
        var rows = [
            "| screen | anonymous, KiB | kernel, KiB | file pages, KiB | peak, KiB | growth, KiB | frames | killed |",
            "|---|---|---|---|---|---|---|---|",
        ]
        var (hosts, bars) = (
            MarkdownTable("screen", "host's memory: first tenth, MiB", "last tenth, MiB", "slope an hour, KiB", "most, MiB"), [Bar]()
        )
        for size in sizes {
            var scenario = SoakScenario()
            (scenario.size, scenario.duration) = (size, .seconds(options.minutes * 60))
            if let canvas = options.canvas { scenario.canvas = canvas }
            let result = try scenario.run()
            // The first tenth of the time, five minutes at most, is for warming up.
            let warmth = min(result.host.count / 10, 300)
            let host = FootprintScenario(Array(result.host.dropFirst(warmth)), \.memoryBytes)
            let values = [host.first / Self.mebibyte, host.last / Self.mebibyte, host.robustSlopePerHour / 1024, host.most / Self.mebibyte]
            hosts.add(["\(size)"] + values.map { $0.rounded(to: 2) })
            bars += memoryBars("\(size)", result, host)
            let figures = [result.most(\.anonymous), result.most(\.kernel), result.most(\.file), result.most(\.peak), result.growth].map {
                "\($0 / 1024)"
            }
            rows.append("| \(size) | \(figures.joined(separator: " | ")) | \(result.frames) | \(result.kills) |")
            say(rows[rows.count - 1])
        }
        return """
            The X11 agent in a memory cgroup with a limit of 8 MiB, full motion at 30 frames a second, \(options.minutes) minutes each; the most of \
            each figure, sampled every second. File pages are dropped when memory is short. Growth is of anonymous and kernel memory, from \
            the second quarter of the time to the last.

            \(rows.joined(separator: "\n"))

            The host beside it, of which anonymous memory; the first tenth of the time, five minutes at most, does not count. The slope is the \
            median of the slopes between any two minutes; in less than half an hour it is held to the medians of the first and the last tenth.

            \(hosts.text)

            \(Bar.list(bars))

            """
    }

    private static let mebibyte = 1_048_576.0

    private func memoryBars(_ name: String, _ result: SoakScenario.Result, _ host: FootprintScenario) -> [Bar] {
        let (isShort, most) = (options.minutes < 30, Double(result.most(\.held)) / Self.mebibyte)
        let figure = isShort ? host.growth : host.robustSlopePerHour
        return [
            Bar(words: "\(name), the agent holds 6 MiB at most", value: most.rounded(to: 2) + " MiB", isMet: most <= 6 && result.kills == 0),
            Bar(
                words: "\(name), the host's memory " + (isShort ? "does not grow (1 MiB is tolerated)" : "grows by at most 1 MiB an hour"),
                value: "\((figure / 1024).rounded(to: 0)) KiB", isMet: figure <= Self.mebibyte),
        ]
    }

    private func churn() throws -> String {
        var rows = [
            "| what | times | descriptors | threads | anonymous memory, KiB | /dev/shm | files of the group | memory cgroups |",
            "|---|---|---|---|---|---|---|---|",
        ]
        let kinds: [ChurnScenario.Kind] = options.means == .swap ? ChurnScenario.Kind.allCases : [.connect, .attach, .replace]
        for kind in kinds {
            var scenario = ChurnScenario()
            (scenario.kind, scenario.count) = (kind, options.count)
            scenario.progress = { [count = options.count] in if $0 % 20 == 0 { say("\(kind.rawValue) \($0) of \(count)") } }
            let growth = try scenario.run()
            let figures = [
                growth.descriptors, growth.threads, growth.anonymousBytes / 1024, growth.sharedMemoryFiles, growth.groupFiles, growth.memoryGroups,
            ]
            rows.append("| \(kind.rawValue) | \(options.count) | \(figures.map(String.init).joined(separator: " | ")) |")
        }
        return """
            What the host holds more than before, after so many. connect: a greeting and no more; attach: an agent from its start to its \
            end; replace: an agent that takes the place of the one before; swap: `splitcast swap`.

            \(rows.joined(separator: "\n"))

            """
    }
}

extension Irregularity.Kind {
    /// For people.
    var words: String {
        switch self {
        case .missingPicture: "missing picture"
        case .latePicture: "picture beside the cadence"
        case .disorder: "time that does not rise"
        case .extraKeyframe: "key frame where none was due"
        case .soundStep: "AAC frame out of step"
        case .toneBreak: "click, hole or broken phase in the tone"
        case .oldScreen: "picture of the replaced screen"
        case .wrongAge: "picture of a wrong age"
        case .repeatedPicture: "repeated picture"
        case .unreadable: "unreadable picture"
        }
    }
}
