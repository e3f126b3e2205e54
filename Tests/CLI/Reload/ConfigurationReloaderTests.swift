import AppGroup
import ControlFixtures
import Filters
import Fixtures
import Foundation
import Session
import Testing

@testable import SplitcastCLI

/// A configuration file that changes while a broadcast runs.
@Suite struct ConfigurationReloaderTests {
    private let file: TemporaryFile
    private let session = FakeSession(targets: [FakeSession.target(1, "rtmp://live.example.com/app/***")])

    init() throws { file = try TemporaryFile("bitrate: 3500k\n") }

    private func reloader(_ words: [String] = []) throws -> ConfigurationReloader {
        let all = ["live", "--config=\(file.path)", "--capture", "pattern"] + words
        let line = try #require(try ConfiguredCommandLine(all, environment: [:]))
        let live = try #require(try SplitcastCommand.parseAsRoot(line.arguments) as? LiveCommand)
        return try ConfigurationReloader(all, environment: [:], plan: try live.plan(), session: session)
    }

    private func write(_ text: String) throws { try text.write(toFile: file.path, atomically: true, encoding: .utf8) }

    private func outcomes(_ report: ReloadReport) -> [String: ReloadReport.Outcome] {
        Dictionary(uniqueKeysWithValues: report.changes.map { ($0.key, $0.outcome) })
    }

    /// Two programs write the file again and again, each whole, while it is followed: each time one of both is read.
    @Test func oneOfTwoWritersIsFollowed() async throws {
        let (reloader, path) = (try reloader(), file.path)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for rate in [1000, 2000] {
                tasks.addTask {
                    for number in 0..<200 {
                        try "# \(number)\nbitrate: \(rate)k\n\(String(repeating: "# more\n", count: rate))".write(
                            toFile: path, atomically: true, encoding: .utf8)
                    }
                }
            }
            for _ in 0..<15 { _ = try reloader.reload().get() }
            try await tasks.waitForAll()
        }
        try write("bitrate: 3000k\n")
        #expect(try reloader.reload().get().changes.map(\.outcome) == [.applied])
        let rates = session.wasTold.rates.map(\.ceiling)
        #expect(rates.dropLast().allSatisfy { $0 == 1_000_000 || $0 == 2_000_000 } && rates.last == 3_000_000, "\(rates)")
    }

    @Test func whatCanBeFollowedIsAskedOfTheSession() throws {
        let reloader = try reloader()
        try write(
            """
            bitrate: 2000k
            min-bitrate: 400k
            fps: 20
            preset: faster
            slate-text: Away
            mic: none
            overlay-text: hello,at=0.1,0.1
            record: /tmp/splitcast-reload-new.mkv
            source: two=pattern:320x180
            layer: two=bottom-right
            duck: 6dB
            """)
        let report = try reloader.reload().get()
        #expect(report.file == file.path)
        let outcomes = outcomes(report)
        #expect(outcomes.values.allSatisfy { $0 == .applied } && outcomes.count == 11, "\(report)")
        let told = session.wasTold
        #expect(told.rates == [RateRequest(ceiling: 2_000_000, floor: 400_000)])
        #expect(told.pictures == [PictureRequest(framesPerSecond: 20)])
        #expect(told.encodings.first?.preset == "faster" && told.encodings.first?.name == "main")
        #expect(told.sound == [.remove(source: "mic"), .duck(decibels: 6)])
        #expect(told.targets == [.add("/tmp/splitcast-reload-new.mkv")])
        #expect(told.sources.count == 1 && told.layers.count == 1 && told.overlays.count == 1)
        guard case .colour(_, let text)? = told.backgrounds.first else {
            Issue.record("no slate: \(told.backgrounds)")
            return
        }
        #expect(text == "Away")
    }

    /// A filter ends with its source: that of a source which is only another now is asked for again.
    @Test func aSourceThatIsAnotherKeepsItsFilters() throws {
        try write("source: cam=pattern:320x180\n")
        let reloader = try reloader()
        try write("source: cam=pattern:640x360\n")
        #expect(outcomes(try reloader.reload().get()) == ["source": .applied])
        let (kept, cam) = (session.status().filters.filter { $0.source == "cam" }, try #require(SourceName("cam")))
        #expect(try !kept.isEmpty && session.wasTold.filters == kept.map { .add(cam, try FilterSettings($0.settings)) })
    }

    @Test func whatNeedsARestartIsNamedEachTimeUntilThen() throws {
        let reloader = try reloader()
        try write("bitrate: 3500k\nhttp: off\nrecord: /tmp/splitcast-reload.mkv\nagent-memory: 8M\n")
        #expect(outcomes(try reloader.reload().get()) == ["http": .restart, "agent-memory": .restart, "record": .applied])
        #expect(outcomes(try reloader.reload().get()) == ["http": .restart, "agent-memory": .restart])
        try write("bitrate: 3500k\n")
        #expect(outcomes(try reloader.reload().get()) == ["record": .applied])
        #expect(session.wasTold.targets == [.add("/tmp/splitcast-reload.mkv"), .remove(id: 2)])
        #expect(session.wasTold.rates.isEmpty)
    }

    @Test func aTargetThatIsInBothListsIsNotTouched() throws {
        try write("to: [\"rtmp://live.example.com/app/secretkey\"]\n")
        let reloader = try reloader()
        try write("to: [\"rtmp://live.example.com/app/secretkey\", \"rtmp://b.example.com/app/otherkey\"]\n")
        let report = try reloader.reload().get()
        #expect(session.wasTold.targets == [.add("rtmp://b.example.com/app/otherkey")])
        #expect(!"\(report)".contains("otherkey") && report.changes.first?.message.contains("b.example.com") == true)
    }

    @Test(arguments: ["bitrat: 1\n", "bitrate: [1\n", "bitrate: fast\n", "a: b: c\n"]) func aFileThatIsWrongChangesNothing(text: String) throws {
        let reloader = try reloader()
        try write("fps: 20\n" + text)
        guard case .failure(let error) = reloader.reload() else {
            Issue.record("it was taken")
            return
        }
        #expect(error.code == .badSetting && error.message.contains("\(file.path):") && error.message.contains("goes on as it was"))
        #expect(session.wasTold == FakeSession.Told())
        try write("bitrate: 3500k\n")
        #expect(try reloader.reload().get().changes.isEmpty)
    }

    /// The one that is found without a name: with it, all that it holds would end.
    @Test func aFileThatIsGoneChangesNothing() throws {
        let home = Scratch()
        let environment = ["XDG_CONFIG_HOME": home.path]
        _ = try home.directory("splitcast")
        let path = home.file("splitcast/config.yaml")
        try "bitrate: 3500k\n".write(toFile: path, atomically: true, encoding: .utf8)
        let words = ["live", "--capture", "pattern"]
        let line = try #require(try ConfiguredCommandLine(words, environment: environment))
        let live = try #require(try SplitcastCommand.parseAsRoot(line.arguments) as? LiveCommand)
        let reloader = try ConfigurationReloader(words, environment: environment, plan: try live.plan(), session: session)
        try FileManager.default.removeItem(atPath: path)
        let error = #expect(throws: SessionError.self) { try reloader.reload().get() }
        #expect(error?.message == path + ": is not there any more: write it again; an empty one will do; the broadcast goes on as it was")
        #expect(session.wasTold.rates.isEmpty)
        try "".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try reloader.reload().get().changes.map(\.key) == ["bitrate"])
    }

    @Test func whatWasTypedStaysInForce() throws {
        let reloader = try reloader(["--bitrate", "1000k"])
        try write("bitrate: 2000k\n")
        #expect(try reloader.reload().get().changes.isEmpty)
        #expect(session.wasTold == FakeSession.Told())
    }

    @Test func twoAtOnceAreCarriedOutOneAfterTheOther() async throws {
        let (reloader, session) = (try reloader(), session)
        try write("bitrate: 2000k\nrecord: /tmp/splitcast-reload-two.mkv\n")
        // The first waits at the target until it may go on; the second must not come between.
        session.holdTargets(true)
        let all = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            let report = try? reloader.reload().get()  // none is counted as -1
                            continuation.resume(returning: report?.changes.count ?? -1)
                        }
                    }
                }
            }
            group.addTask {
                session.holdTargets(false)
                return 0
            }
            var counts: [Int] = []
            for await count in group { counts.append(count) }
            return counts.sorted()
        }
        #expect(all == [0, 0, 2])
        #expect(session.wasTold.targets.count == 1 && session.wasTold.rates.count == 1)
    }

    @Test func whatIsRefusedIsSaidAndTriedAgain() throws {
        let reloader = try reloader()
        try write("bitrate: 3500k\nencoding: low:bitrate=400k\n")
        #expect(outcomes(try reloader.reload().get()) == ["encoding": .restart])
        #expect(outcomes(try reloader.reload().get()) == ["encoding": .restart])
    }

    @Test func standardInputIsNotReadAgain() throws {
        let words = ["live", "--config=\(file.path)", "--capture", "pattern", "--to", "@-"]
        let live = try #require(try SplitcastCommand.parseAsRoot(["live", "--capture", "pattern"]) as? LiveCommand)
        let reloader = try ConfigurationReloader(words, environment: [:], plan: try live.plan(), session: session)
        guard case .failure(let error) = reloader.reload() else {
            Issue.record("it was read")
            return
        }
        #expect(error.message.contains("@FILE"))
    }

    @Test func thePeopleReadATable() {
        let report = ReloadReport(file: "/a.yaml", changes: [.init("bitrate", .applied, "2 Mb/s"), .init("http", .restart, "later")])
        let lines = ReloadText.lines(report)
        #expect(lines.first == "/a.yaml:" && lines.contains { $0.contains("http") && $0.contains("needs a restart") })
        #expect(ReloadText.lines(ReloadReport(file: "", changes: [])) == ["no configuration file: nothing differs"])
    }
}
