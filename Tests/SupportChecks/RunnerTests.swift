import Fixtures
import Foundation
import Testing

/// What `Tests/run` makes of test programs that fail, crash, hang and leave out, before one that plays them.
@Suite struct RunnerTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Runs a plan of tests; those that `Tests/run` takes for granted are added.
    private func run(
        _ plan: [String], _ arguments: String..., schedule: String = ""
    ) throws -> (status: Fixtures.ExitStatus?, output: String) {
        let scratch = Scratch()
        for folder in ["Tests", ".build/release"] { _ = try scratch.directory(folder) }
        try FileManager.default.copyItem(at: Self.tests.appendingPathComponent("run"), to: URL(fileURLWithPath: scratch.file("Tests/run")))
        let program = URL(fileURLWithPath: scratch.file(".build/release/fake.xctest"))
        try FileManager.default.copyItem(at: Self.tests.appendingPathComponent("SupportChecks/fake-tests.py"), to: program)
        let all = plan + ["EndToEndTests", "SupportChecksTests", "AudioTests", "SessionTests"].map { $0 + ".AlwaysTests/isThere() pass" }
        try scratch.write(all.joined(separator: "\n") + "\n", to: ".build/release/plan")
        try scratch.write(schedule, to: "Tests/schedule")
        let process = try FixtureProcess([scratch.file("Tests/run")] + arguments)
        return (process.exitStatus(within: .seconds(60)), process.output)
    }

    @Test func whatPassesPassesAndSaysHowLongItTook() throws {
        let result = try run(["CodecTests.A/one() pass", "CodecTests.A/two() pass", "EndToEndTests.B/one() pass"])
        #expect(result.status == .exited(0) && result.output.contains("Tests: 7 in "), "\(result.output)")
        #expect(result.output.contains("Modules: ") && result.output.contains("Longest: "), "\(result.output)")
    }

    @Test func whatFailsTwiceHasFailed() throws {
        let result = try run(["CodecTests.A/one() fail", "CodecTests.A/two() pass"])
        #expect(result.status == .exited(1) && result.output.contains("failed twice: A/one"), "\(result.output)")
        #expect(result.output.contains("one is not two"), "\(result.output)")
    }

    /// Another suite's test of the same name is not run in its place.
    @Test func whatFailedIsRunAgainUnderItsWholeName() throws {
        let result = try run(["CodecTests.A/one() fail", "CodecTests.B/one() pass", "CodecTests.C/one() fail pass"])
        #expect(result.status == .exited(1), "\(result.output)")
        #expect(result.output.contains("failed twice: A/one") && !result.output.contains("failed twice: C/one"), "\(result.output)")
        #expect(result.output.contains("C/one: failed, and passed when it was run alone"), "\(result.output)")
    }

    @Test func threeAreForgivenAndAFourthIsNot() throws {
        let three = ["CodecTests.A/one() fail pass", "AudioTests.A/two() excuse", "EndToEndTests.A/three(of:) excuse"]
        let bearable = try run(three)
        #expect(bearable.status == .exited(0) && bearable.output.contains("A/three: the machine stood still"), "\(bearable.output)")
        let more = try run(three + ["PictureTests.A/four() excuse"])
        #expect(more.status == .exited(1) && more.output.contains("4 tests were excused or rerun, more than 3"), "\(more.output)")
    }

    @Test func whatIsSkippedIsListedAndFailsForRoot() throws {
        let result = try run(["CodecTests.A/one() skip", "CodecTests.A/two() pass"])
        #expect(result.output.contains("A/one: it needs the moon"), "\(result.output)")
        #expect(result.status == .exited(geteuid() == 0 ? 1 : 0), "\(result.output)")
    }

    @Test func aCrashFailsTheRunAndTakesNoOtherModuleWithIt() throws {
        let result = try run([
            "CodecTests.A/one() crash pass", "PictureTests.A/two() pass", "EndToEndTests.C/three() crash", "EndToEndTests.D/four() pass",
        ])
        #expect(result.status == .exited(1), "\(result.output)")
        #expect(result.output.contains("CodecTests ended before its end (status -6); running: A/one"), "\(result.output)")
        #expect(result.output.contains("✔ PictureTests: 1 tests") && result.output.contains("✔ EndToEndTests.D: 1 tests"), "\(result.output)")
    }

    @Test func aRunThatHangsEndsAtItsLimitAndSaysWhere() throws {
        let result = try run(["EndToEndTests.A/one() hang", "CodecTests.A/two() pass"], "--minutes", "0.05")
        #expect(result.status == .exited(1), "\(result.output)")
        #expect(result.output.contains("still running: A/one") && result.output.contains("not done after 0.05 minutes"), "\(result.output)")
    }

    @Test func aModuleThatIsGoneOrANameOfNoTestIsNoPass() throws {
        let result = try run(["CodecTests.A/one() pass"], "--filter", "NothingOfThatName")
        #expect(result.status == .exited(1) && result.output.contains("ran no test"), "\(result.output)")
    }

    @Test func whatIsScheduledApartRunsOnceAndWhatIsForTheNightNotAtAll() throws {
        let plan = ["one", "two", "three"].map { "CodecTests.A/\($0)() pass" } + ["CodecTests.B/four() pass", "EndToEndTests.C/five(of:) fail"]
        let schedule = "# what and why\nquiet CodecTests.A/two  # it judges time\nalone CodecTests.B\nnightly EndToEndTests.C/five\n"
        let day = try run(plan, schedule: schedule)
        #expect(day.status == .exited(0) && day.output.contains("Tests: 8 in "), "\(day.output)")
        #expect(day.output.contains("; 1 left to make nightly"), "\(day.output)")
        #expect(day.output.contains("✔ CodecTests: 2 tests") && day.output.contains("✔ CodecTests.A.two: 1 tests"), "\(day.output)")
        #expect(day.output.contains("✔ CodecTests.B: 1 tests"), "\(day.output)")
        let night = try run(plan, "--nightly", schedule: schedule)
        #expect(night.status == .exited(1) && night.output.contains("failed twice: C/five"), "\(night.output)")
        #expect(night.output.contains("Tests: 1 in "), "\(night.output)")
    }

    @Test(arguments: [
        ("quiet CodecTests.Gone", "No test is called CodecTests.Gone: correct Tests/schedule"),
        ("quiet CodecTests.A/one\nalone CodecTests.A/one", "Tests/schedule:2: want one of quiet, alone, nightly"),
        ("soon CodecTests.A", "Tests/schedule:1: want one of quiet, alone, nightly"),
    ])
    func aScheduleThatNamesWhatIsNotThereIsRefused(schedule: String, words: String) throws {
        let result = try run(["CodecTests.A/one() pass"], schedule: schedule)
        #expect(result.status == .exited(1) && result.output.contains(words), "\(result.output)")
    }
}
