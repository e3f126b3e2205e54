import Platform
import Testing

@testable import TestSupport

/// What a storm does when, and how it is read.
@Suite struct StormTests {
    // MARK: The plan

    @Test func aStormOfScaleOneHasAllOfThemSpreadOverItsTime() {
        let duration = Duration.seconds(7200)
        let plan = StormPlan(duration: duration, scale: 1, seed: 1)
        #expect(plan == StormPlan(duration: duration, scale: 1, seed: 1) && plan != StormPlan(duration: duration, scale: 1, seed: 2))
        for kind in StormPlan.Kind.allCases where kind != .swap { #expect(plan.count(of: kind) == kind.usualCount, "\(kind)") }
        #expect(1000...1010 ~= plan.count(of: .swap))
        for blows in [plan.pictures, plan.servers, plan.audio] {
            #expect(blows.map(\.time) == blows.map(\.time).sorted() && blows.allSatisfy { .zero..<duration ~= $0.time })
            // As many in the first half as in the second.
            let early = blows.count { $0.time < duration / 2 }
            #expect(abs(early - blows.count / 2) <= 1)
        }
        for kind in StormPlan.Kind.allCases {
            let early = plan.blows.count { $0.kind == kind && $0.time < duration / 2 }
            #expect((plan.count(of: kind) / 4...plan.count(of: kind) * 3 / 4).contains(early), "\(kind): \(early)")
        }
        #expect(plan.servers.count { $0.isSilent } == 50)
    }

    @Test func aSmallStormHasOneOfEachAtLeast() {
        let plan = StormPlan(duration: .seconds(60), scale: 0.001, seed: 3)
        #expect(StormPlan.Kind.allCases.allSatisfy { (1...3).contains(plan.count(of: $0)) })
        #expect(StormPlan(duration: .seconds(360), scale: 0.05, seed: 1).count(of: .kill) == 50)
    }

    @Test func whatDiesIsLiveAndASwapGoesElsewhere() {
        var live = StormPlan.Backend.x11
        for blow in StormPlan(duration: .seconds(7200), scale: 1, seed: 5).pictures {
            if blow.kind == .swap {
                #expect(blow.backend != live)
                live = blow.backend
            }
            #expect(blow.backend == live)
            if blow.kind == .display { #expect(live == .x11) }
            if blow.kind == .pipeWire { #expect(live == .pipewire) }
        }
    }

    // MARK: Readings

    /// Pictures of one stimulus, 40 ms apart, numbers without those in `left`.
    private func pictures(_ numbers: Range<UInt32>, without left: Set<UInt32> = [], screen: Int = 0) -> [PictureGaps.Picture] {
        numbers.filter { !left.contains($0) }.map { .init(position: .milliseconds(40 * Int($0)), screen: screen, number: $0) }
    }

    @Test func missingNumbersAreGapsAndALateStimulusIsNone() {
        let gaps = PictureGaps(pictures(0..<100, without: [10, 50, 51]), framesPerSecond: 25)
        #expect(gaps.gaps.map(\.missing) == [1, 2] && gaps.gaps.map(\.length) == [.milliseconds(80), .milliseconds(120)] && gaps.pictures == 97)
        let late = pictures(0..<10) + pictures(10..<20).map { .init(position: $0.position + .seconds(1), screen: 0, number: $0.number) }
        #expect(PictureGaps(late, framesPerSecond: 25).gaps.isEmpty)
        // One that was taken twice in place of the next one: the grid is full.
        let twice = pictures(0..<10, without: [5]) + [.init(position: .milliseconds(200), screen: 0, number: 4)]
        let slip = PictureGaps(twice.sorted { $0.position < $1.position }, framesPerSecond: 25)
        #expect(slip.gaps.map(\.missing) == [0] && slip.gaps.map(\.length) == [.milliseconds(80)])
        // The same picture again and again, while no agent delivers.
        let held = pictures(0..<5) + [.init(position: .milliseconds(660), screen: 0, number: 4)] + pictures(20..<30)
        #expect(PictureGaps(held, framesPerSecond: 25).gaps.map(\.length) == [.milliseconds(640)])
    }

    @Test func anotherScreenOrStimulusIsJudgedByTime() {
        func after(_ span: Duration, screen: Int, number: UInt32) -> [PictureGaps.Gap] {
            PictureGaps(pictures(0..<5) + [.init(position: .milliseconds(160) + span, screen: screen, number: number)], framesPerSecond: 25).gaps
        }
        #expect(after(.milliseconds(45), screen: 1, number: 1_000_000_007).isEmpty && after(.milliseconds(45), screen: 0, number: 4_000_000).isEmpty)
        #expect(after(.milliseconds(400), screen: 1, number: 1_000_000_007).map(\.missing) == [9])
        #expect(after(.milliseconds(400), screen: 0, number: 4_000_000).map(\.missing) == [9])
    }

    @Test func gapsBelongToTheSpansThatTheyTouch() {
        let gaps = PictureGaps(pictures(0..<250, without: [10, 50, 51, 200]), framesPerSecond: 25)
        let span = Duration.seconds(1.9) ... .seconds(2.05)
        #expect(gaps.longest(touching: span) == .milliseconds(120) && gaps.longest(touching: .seconds(3) ... .seconds(4)) == .zero)
        let outside = gaps.outside([span, .seconds(2) ... .seconds(3)], within: .seconds(0.1) ... .seconds(7))
        #expect(outside.missing == 1 && outside.longest == .milliseconds(80) && outside.share < 0.01)
        #expect(outside.pictures == 172 - 25 - 1 - 1)
        // One picture in a hundred is more than a bar of one in 500 allows.
        let hundredth = PictureGaps(pictures(0..<5000, without: Set(stride(from: 50, to: 5000, by: 100))), framesPerSecond: 25)
        #expect(abs(hundredth.outside([], within: .zero ... .seconds(200)).share - 0.01) < 1e-3)
    }

    @Test func aRobustSlopeIsNotTiltedByWhatComesAndGoes() {
        let line = (0..<60).map { minute -> (x: Double, y: Double) in
            let (hour, peak) = (Double(minute) / 60, minute % 5 == 4 ? 50.0 : 0)
            return (x: hour, y: 10 + 2 * hour + peak)
        }
        #expect(abs(Trend.robustSlope(line) - 2) < 0.2)
        #expect(Trend.robustSlope([]) == 0 && Trend.robustSlope([(1, 5), (1, 7)]) == 0)
        func samples(_ growth: Int) -> [FootprintSample] {
            (0..<3600).map { number in
                let peak = number % 7 == 0 ? 1_000_000 : 0
                return FootprintSample(time: .zero + .seconds(number * 2), memoryBytes: number * growth + peak, descriptors: 40, threads: 20)
            }
        }
        #expect(abs(FootprintScenario(samples(0), \.memoryBytes).robustSlopePerHour) < 1)
        // 1,000 bytes every two seconds.
        #expect(abs(FootprintScenario(samples(1000), \.memoryBytes).robustSlopePerHour - 1.8e6) < 1e4)
    }

    @Test func aServersPartOfTheFileIsFoundAndWhatItLacksCounted() {
        func recording(_ hashes: String) -> RecordedPackets {
            RecordedPackets(text: hashes.map { hash in "video,1.0,\(hash)" }.joined(separator: "\n"))
        }
        let whole = recording("abcdexxefghxxij")
        #expect(whole.picturesMissing(inPart: recording("cdexxefgh")) == 0 && whole.picturesMissing(inPart: recording("cdxxefgh")) == 1)
        // The last one may be cut off; a part may begin with what is there several times.
        #expect(whole.picturesMissing(inPart: recording("fghx?")) == 0 && whole.picturesMissing(inPart: recording("xijz")) == 0)
        #expect(whole.picturesMissing(inPart: recording("pqrs")) == 3 && whole.picturesMissing(inPart: recording("")) == 0)
    }
}
