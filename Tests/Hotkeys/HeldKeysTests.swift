import Platform
import Testing

@testable import Hotkeys

/// Keys that repeat while they are held.
@Suite struct HeldKeysTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    @Test func repetitionsAreNoReleases() {
        var held = HeldKeys()
        var presses = [held.press(75, time: 100)]
        var releases: [[UInt8]] = []
        for round in 0..<50 {
            let now = start + .milliseconds(round * 40)
            held.release(75, time: 1000 + UInt32(round) * 40, at: now)
            releases.append(held.released(at: now + .milliseconds(1)))
            presses.append(held.press(75, time: 1000 + UInt32(round) * 40))
        }
        #expect(presses == [.new] + Array(repeating: .repetition, count: 50) && releases.allSatisfy(\.isEmpty))
        let end = start + .seconds(5)
        held.release(75, time: 6000, at: end)
        #expect(held.nextTime == end + HeldKeys.settling)
        let times = [HeldKeys.settling - .milliseconds(1), HeldKeys.settling, .seconds(1)]
        releases = times.map { held.released(at: end + $0) }
        #expect(releases == [[], [75], []] && held.nextTime == nil)
        presses = [held.press(75, time: 6100)]
        #expect(presses == [.new])
    }

    /// As quick as a program presses it, and over the end of the server's milliseconds.
    @Test func aQuickPressIsAnother() {
        var held = HeldKeys()
        var presses = [held.press(75, time: .max - 10)]
        held.release(75, time: .max - 1, at: start)
        presses.append(held.press(75, time: 3))
        held.release(75, time: .max, at: start)
        presses.append(held.press(75, time: 0))
        #expect(presses == [.new, .again, .repetition] && held.nextTime == nil)
    }

    @Test func aReleaseOfWhatIsNotHeldIsNone() {
        var held = HeldKeys()
        held.release(9, time: 1, at: start)
        let released = held.released(at: start + .seconds(1))
        #expect(held.nextTime == nil && released.isEmpty)
    }

    @Test func keysAreHeldBesideEachOther() {
        var held = HeldKeys()
        _ = held.press(1, time: 1)
        _ = held.press(2, time: 2)
        held.release(1, time: 3, at: start)
        let released = [held.released(at: start + .seconds(1)), held.releaseAll(), held.releaseAll()]
        #expect(released == [[1], [2], []])
    }
}
