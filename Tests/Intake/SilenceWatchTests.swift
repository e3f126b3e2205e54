import Glibc
import Platform
import Testing

@testable import Intake

/// A silent agent hangs, unless it only got no turn.
@Suite struct SilenceWatchTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    private func running(_ milliseconds: Int) -> ProcessActivity {
        ProcessActivity(wantsToRun: true, processorTime: .milliseconds(milliseconds))
    }

    @Test func aProcessThatSleepsOrIsStoppedHangsAtOnce() {
        var watch = SilenceWatch()
        #expect(watch.isHanging(silentFor: .milliseconds(801), ProcessActivity(wantsToRun: false, processorTime: .zero), at: start) == true)
    }

    @Test func aProcessThatIsGoneHangsAtOnce() {
        var watch = SilenceWatch()
        #expect(watch.isHanging(silentFor: .milliseconds(801), nil, at: start) == true)
    }

    @Test func aProcessThatGetsNoTurnIsGivenTime() {
        var watch = SilenceWatch()
        #expect(watch.isHanging(silentFor: .milliseconds(801), running(10), at: start) == false)
        #expect(watch.isHanging(silentFor: .milliseconds(1300), running(60), at: start + .milliseconds(500)) == false)
        #expect(watch.isHanging(silentFor: SilenceWatch.longest, running(60), at: start + .milliseconds(1700)) == true)
    }

    @Test func aProcessThatSpinsHangs() {
        var watch = SilenceWatch()
        #expect(watch.isHanging(silentFor: .milliseconds(801), running(10), at: start) == false)
        #expect(watch.isHanging(silentFor: .milliseconds(1000), running(200), at: start + .milliseconds(200)) == true)
    }

    @Test func suspicionEndsWithTheFirstWord() {
        var watch = SilenceWatch()
        #expect(watch.isHanging(silentFor: .milliseconds(801), running(10), at: start) == false)
        watch.clear()
        #expect(watch.isHanging(silentFor: .milliseconds(801), running(5000), at: start + .seconds(60)) == false)
    }

    @Test func theKernelTellsWhatAProcessDoes() throws {
        let own = try #require(ProcessActivity(of: getpid()))
        #expect(own.processorTime > .zero)
        #expect(ProcessActivity(of: Int32.max) == nil)
    }
}
