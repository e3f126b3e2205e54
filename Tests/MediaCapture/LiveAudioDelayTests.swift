import Platform
import Testing

@testable import MediaCapture

@Suite struct LiveAudioDelayTests {
    private let start = MediaTime(nanoseconds: 10_000_000_000)

    /// Blocks of 10 ms that come together every `burst` milliseconds, the newest as soon as it is due.
    private func bursts(of burst: Int, for seconds: Int, from begin: Int = 0, _ delay: inout LiveAudioDelay) -> [Duration] {
        (begin * 100..<(begin + seconds) * 100).compactMap { index in
            let (due, now) = (start + .milliseconds(10 * index), start + .milliseconds((10 * index / burst + 1) * burst))
            return delay.hear(due: due, at: now).map { $0 - due }
        }
    }

    @Test func whatComesInTimeIsHeardWithItsPicture() {
        var delay = LiveAudioDelay()
        #expect(delay.hear(due: start + .milliseconds(50), at: start) == start + .milliseconds(50))
        #expect(delay.delay == .zero)
    }

    @Test func whatComesInBurstsIsHeardWithoutHoles() {
        var delay = LiveAudioDelay()
        let heard = bursts(of: 200, for: 60, &delay)
        #expect(heard.count == 6000 && Set(heard) == [.milliseconds(220)])
    }

    @Test func whatIsNotNeededForAWhileIsGivenUp() {
        var delay = LiveAudioDelay()
        _ = bursts(of: 500, for: 5, &delay)
        #expect(delay.delay == .milliseconds(520))
        _ = bursts(of: 20, for: 25, from: 5, &delay)
        #expect(delay.delay == .milliseconds(40))
    }

    /// A machine that stands still for a moment puts the audio of the next seconds out of step with its pictures, no longer.
    @Test func aStallIsForgottenWithinSeconds() {
        var delay = LiveAudioDelay()
        _ = bursts(of: 20, for: 3, &delay)
        _ = delay.hear(due: start + .seconds(3), at: start + .milliseconds(3300))
        #expect(delay.delay == .milliseconds(320))
        _ = bursts(of: 20, for: 4, from: 3, &delay)
        #expect(delay.delay == .milliseconds(40))
    }

    /// What comes late every five seconds: few holes, then none.
    @Test func whatIsLateAgainAndAgainIsWaitedFor() {
        var delay = LiveAudioDelay()
        var rises: [Int] = []
        for index in 0..<60 {
            let before = delay.delay
            _ = delay.hear(due: start + .seconds(5 * index), at: start + .seconds(5 * index) + .milliseconds(300))
            if delay.delay > before { rises.append(index) }
            _ = bursts(of: 20, for: 5, from: 5 * index, &delay)
        }
        #expect(rises.count > 1 && rises.count < 6 && rises.allSatisfy { $0 < 12 }, "\(rises)")
    }

    @Test func whatIsMuchTooLateIsLeftOut() {
        var delay = LiveAudioDelay()
        #expect(delay.hear(due: start, at: start + .milliseconds(1100)) == nil && delay.delay == .zero)
    }
}
