import Platform
import Testing

@testable import Session

@Suite struct CadenceTests {
    private func at(_ milliseconds: Int) -> MediaTime { MediaTime(nanoseconds: 1_000_000_000_000) + .milliseconds(milliseconds) }
    private var cadence: Cadence { Cadence(framesPerSecond: 30, idleFramesPerSecond: 2, isConstant: false) }

    /// Runs a cadence against changes at the given times, with a timer that always fires on time; gives what was encoded.
    private func encodes(_ cadence: Cadence, changes: [Int], until end: Int, keyframeWanted: Set<Int> = []) -> [(at: Int, Cadence.Reason)] {
        var cadence = cadence
        let changes = Set(changes)
        var encoded: [(at: Int, Cadence.Reason)] = []
        var hasChange = false
        var wantsKeyframe = false
        var (changed, count) = (0, 0)
        for now in 0...end {
            if changes.contains(now) { (hasChange, changed, count) = (true, now, count + 1) }
            if keyframeWanted.contains(now) { wantsKeyframe = true }
            if case .encode(let reason) = cadence.decide(at: at(now), hasChange: hasChange, wantsKeyframe: wantsKeyframe) {
                encoded.append((now, reason))
                let isChange = reason == .change
                _ = cadence.encoded(at: at(now), captureTime: at(isChange ? changed : now), changeCount: isChange ? count : nil)
                (hasChange, wantsKeyframe, count) = (false, false, 0)
            }
        }
        return encoded
    }

    @Test func nothingIsEncodedBeforeTheFirstPicture() {
        #expect(encodes(cadence, changes: [], until: 3000).isEmpty)
    }

    @Test func aStillDesktopGetsTwoKeepAlivesASecond() {
        let encoded = encodes(cadence, changes: [0], until: 5000)
        #expect(encoded.map(\.at) == stride(from: 0, through: 5000, by: 500).map { $0 })
        #expect(encoded.dropFirst().allSatisfy { $0.1 == .keepAlive })
    }

    @Test func aChangeAfterAPauseIsEncodedAtOnceAndRestartsTheKeepAlives() {
        let encoded = encodes(cadence, changes: [0, 730], until: 1300)
        #expect(encoded.map(\.at) == [0, 500, 730, 1230])
    }

    /// Until the next aligned key frame nothing has to be sent, unless pictures come whether something changes or not.
    @Test func whatIsAlignedMayRestUntilTheNextKeyframe() {
        for isConstant in [false, true] {
            let alignment = KeyframeAlignment(interval: .seconds(2))
            var cadence = Cadence(framesPerSecond: 30, idleFramesPerSecond: 2, isConstant: isConstant, alignment: alignment)
            #expect(cadence.restEnd == nil)
            _ = cadence.encoded(at: at(0), captureTime: at(0))
            _ = cadence.encoded(at: at(500), captureTime: at(500))
            #expect(cadence.restEnd == (isConstant ? nil : at(2000)))
        }
        var free = cadence
        _ = free.encoded(at: at(0), captureTime: at(0))
        #expect(free.restEnd == nil)
    }

    @Test func aFloodOfChangesKeepsToTheFrameRate() {
        let encoded = encodes(cadence, changes: Array(0...3000), until: 3000)
        #expect((90...92).contains(encoded.count))
    }

    @Test func jitterOfAThirdOfAnIntervalCostsNoFrame() {
        let changes = (0..<90).map { $0 * 1000 / 30 + [0, 9, 3, 11, 6][$0 % 5] }
        #expect(encodes(cadence, changes: changes, until: 3100).count(where: { $0.1 == .change }) == 90)
    }

    /// Two changes soon after the first one put the grid ahead.
    @Test func aSteadySourceNeedNotWaitForEverAfterABurst() {
        let changes = [0, 10, 20] + (1...300).map { 20 + $0 * 1000 / 30 }
        let encoded = encodes(cadence, changes: changes, until: 10_100).filter { $0.1 == .change }
        let waits = changes.suffix(100).map { change in encoded.first { $0.at >= change }.map { $0.at - change } ?? -1 }
        #expect(waits.allSatisfy { (0...3).contains($0) }, "\(waits)")
        #expect(encoded.count == changes.count)
    }

    /// One source jitters by 3 ms; another comes between, so that all places are filled. Wherever on the grid the first one is, each picture of it
    /// is shown.
    @Test(arguments: Array(stride(from: 0, to: 33, by: 3)), [4, 12, 16, 20, 28])
    func ofTwoSourcesNoPictureOfTheFirstIsLost(phase: Int, distance: Int) {
        let jitter = [0, 3, -2, 1, -3, 2]
        let first = (0..<400).map { 500 + phase + $0 * 1000 / 30 + jitter[$0 % 6] }
        let second = (0..<400).map { 500 + phase + distance + $0 * 1000 / 30 }
        let encoded = encodes(cadence, changes: [0] + first + second, until: 14_000).map(\.at)
        // Seconds later, when it has settled.
        let shown = first.suffix(250).map { change in encoded.first { $0 >= change } ?? -1 }
        #expect(Set(shown).count == shown.count, "\(shown.count - Set(shown).count) lost")
    }

    @Test func aTargetThatNeedsAKeyframeGetsItOnAStillDesktop() {
        let encoded = encodes(cadence, changes: [0], until: 600, keyframeWanted: [200])
        #expect(encoded.map(\.at) == [0, 200])
        #expect(encoded[1].1 == .keyframe)
    }

    @Test func aKeyframeThatIsWantedInMotionGoesAlongWithTheNextChange() {
        let changes = (0..<30).map { $0 * 1000 / 30 }
        let encoded = encodes(cadence, changes: changes, until: 980, keyframeWanted: [205, 410, 615])
        #expect(encoded.map(\.at) == changes)
    }

    @Test func aRepaintWaitsForTheNextChangeAMomentAndGoesAloneIfNoneComes() {
        var cadence = self.cadence
        for frame in 0..<3 { _ = cadence.encoded(at: at(frame * 33), captureTime: at(frame * 33)) }
        #expect(cadence.decide(at: at(70), hasChange: false, hasRepaint: true) != .encode(.change))
        #expect(cadence.decide(at: at(99), hasChange: true, hasRepaint: true) == .encode(.change))
        #expect(cadence.decide(at: at(120), hasChange: false, hasRepaint: true) == .encode(.change))
    }

    /// The pictures come half an interval late on the grid, and the next change 1.4 intervals after the last one: without the
    /// repaint it would leave place 3 empty.
    @Test func aRepaintTakesThePlaceThatTheNextChangeWouldMiss() {
        var cadence = self.cadence
        var times = [cadence.encoded(at: at(0), captureTime: at(0))]
        for late in [50, 83] { times.append(cadence.encoded(at: at(late), captureTime: at(late))) }
        #expect(cadence.decide(at: at(120), hasChange: false, hasRepaint: true) != .encode(.change))
        #expect(cadence.decide(at: at(126), hasChange: false, hasRepaint: true) == .encode(.change))
        times.append(cadence.encoded(at: at(126), captureTime: at(95)))
        #expect(cadence.decide(at: at(130), hasChange: true) == .encode(.change))
        times.append(cadence.encoded(at: at(130), captureTime: at(130)))
        let places = times.map { (($0 - at(0)).inSeconds * 30).rounded() }
        #expect(places == [0, 1, 2, 3, 4])
    }

    @Test func aConstantCadenceNeverPauses() {
        let constant = Cadence(framesPerSecond: 25, idleFramesPerSecond: 2, isConstant: true)
        #expect(encodes(constant, changes: [0], until: 1000).map(\.at) == stride(from: 0, through: 1000, by: 40).map { $0 })
    }

    @Test func aLowerFrameRateHoldsFromTheNextPictureOnAndSoDoesTheReturn() {
        var cadence = cadence
        var times: [Double] = []
        for now in 0..<6000 {
            if now == 2000 { cadence.limit(framesPerSecond: 10) }
            if now == 4000 { cadence.limit(framesPerSecond: 30) }
            guard case .encode = cadence.decide(at: at(now), hasChange: true) else { continue }
            times.append((cadence.encoded(at: at(now), captureTime: at(now)) - at(0)).inSeconds)
        }
        func count(_ from: Double, _ to: Double) -> Int { times.count { $0 >= from && $0 < to } }
        #expect((59...61).contains(count(0, 2)) && (19...21).contains(count(2, 4)) && (59...61).contains(count(4, 6)))
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 })
        // Never more than a place off, however often it changes.
        #expect(abs((times.last ?? 0) - 6) < 0.1)
    }

    @Test func fewerFramesThanKeepAlivesSlowThoseDownToo() {
        var cadence = Cadence(framesPerSecond: 30, idleFramesPerSecond: 20, isConstant: false)
        cadence.limit(framesPerSecond: 5)
        #expect(encodes(cadence, changes: [0], until: 1000).map(\.at) == [0, 200, 400, 600, 800, 1000])
    }
}
