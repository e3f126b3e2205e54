import Delivery
import Frames
import Platform
import RateControl
import Testing

@testable import Events
@testable import Session

/// What the coordinator makes of links, without any: targets that are samples, an encoder that does as it is told.
@Suite struct RateCoordinatorTests {
    private static let hd = PixelSize(width: 1280, height: 720)

    private final class Bench {
        let coordinator: RateCoordinator
        var now = 0.0
        var (sent, backlog): ([Int: Double], [Int: Double]) = ([:], [:])
        var bytes = 0.0
        var bitRate: Int
        var selections: [Int: StreamSelection] = [:]
        var events: [BroadcastEvent] = []
        var encoderTarget: EncoderTarget?
        /// How often the encoder was told something.
        var tellings = 0
        var expectations: [Int] = []
        var hasRecording = false
        /// What a picture takes to encode.
        var millisecondsPerPicture = 3.0
        /// What comes out, of what was asked for, and whether that is a clip.
        var (excess, sendsClip) = (1.0, false)
        private var (pictures, busy) = (1.0, 0.0)

        init(_ change: (inout SessionConfiguration) -> Void = { _ in }, hasLinks: Bool = true) throws {
            var configuration = SessionConfiguration()
            configuration.quality = QualityChoice(ceiling: 4_000_000, floor: 500_000, initial: 2_000_000)
            change(&configuration)
            coordinator = RateCoordinator(configuration, audioBitRate: 128_000)
            bitRate = try coordinator.open(RateCoordinatorTests.hd, hasLinks: hasLinks)
        }

        /// - Parameter links: how much each target's link takes, in bits a second; `nil` for one that is not live.
        func run(_ seconds: Double, _ links: [Int: Double?]) {
            for _ in 0..<Int((seconds * 10).rounded()) {
                now += 0.1
                bytes += Double(bitRate) * excess * 0.1 / 8
                let targets = links.keys.sorted().map { id -> RateTarget in
                    let isLive = links[id]! != nil
                    if let link = links[id]! {
                        let share = selections[id] == .sound ? 0 : selections[id] == .keyframes ? 0.2 : 1
                        let bits = (Double(bitRate) * share + 128_000) * 0.103
                        sent[id, default: 0] += bits
                        backlog[id] = min(max(0, backlog[id, default: 0] + bits - link * 0.1), 8_000_000)
                    }
                    let sample = LinkSample(
                        at: .zero + .seconds(now), unacknowledgedBytes: Int(backlog[id, default: 0] / 8), sentBytes: Int(sent[id, default: 0] / 8),
                        roundTrip: .milliseconds(20), isLive: isLive)
                    return RateTarget(subject: TargetSubject(id: id, maskedURL: "rtmp://host/app/***"), sample: sample)
                }
                let frames = min((encoderTarget?.mostFramesPerSecond ?? 30).perSecond, 1000 / millisecondsPerPicture) / 10
                (pictures, busy) = (pictures + frames, busy + frames * millisecondsPerPicture)
                let figures = PictureFigures.Snapshot(
                    encoded: UInt64(pictures), keepAlives: 0, keyframes: 0, failed: 0, bytes: UInt64(bytes), lastFailure: "",
                    busy: .microseconds(Int64(busy * 1000)))
                let sample = RateCoordinator.Sample(targets: targets, figures: figures, hasRecording: hasRecording, sendsClip: sendsClip)
                for action in coordinator.handle(sample, at: .zero + .seconds(now)) { carryOut(action) }
            }
        }

        private func carryOut(_ action: SessionAction) {
            switch action {
            case .encode(let target):
                (encoderTarget, bitRate) = (target, target.bitRate)
                tellings += 1
            case .set(let newest, let expectation):
                selections.merge(newest) { $1 }
                if let expectation { expectations.append(expectation) }
            case .note(let event): events.append(event)
            default: Issue.record("\(action)")
            }
        }

        func codes(_ prefix: String) -> [String] { events.map(\.description.code.rawValue).filter { $0.hasPrefix(prefix) } }
    }

    @Test func itBeginsAtTheInitialRateWhereThereIsALinkAndAtTheCeilingElsewhere() throws {
        #expect(try Bench().bitRate == 2_000_000)
        let local = try Bench(hasLinks: false)
        #expect(local.bitRate == 4_000_000)
        local.run(3, [:])
        // Once is enough.
        #expect(local.encoderTarget?.bitRate == 4_000_000 && local.tellings == 1)
    }

    @Test func withoutAdaptationTheCeilingStandsWhateverTheLinkCarries() throws {
        let bench = try Bench { $0.isAdaptive = false }
        bench.run(10, [1: 1_000_000])
        #expect(bench.encoderTarget?.bitRate == 4_000_000 && bench.encoderTarget?.isStill == false && bench.codes("encoder.").isEmpty)
        // People hear of the link all the same.
        #expect(bench.codes("target.") == ["target.networkPoor"])
    }

    @Test func aSlowLinkBringsTheBitRateDownAndTheConnectionsHearOfIt() throws {
        let bench = try Bench()
        bench.run(10, [1: 1_200_000])
        let target = try #require(bench.encoderTarget)
        #expect(target.bitRate < 1_050_000 && target.bitRate >= 500_000 && target.mostFramesPerSecond == 30)
        #expect(bench.expectations.last.map { abs($0 - target.bitRate - 128_000) < 200_000 } == true)
        #expect(bench.codes("encoder.").contains("encoder.bitRate"))
    }

    @Test func belowTheFloorItGoesDownTheLevelsAndComesBackUp() throws {
        let bench = try Bench { $0.mayLowerSize = true }
        bench.run(30, [1: 250_000])
        let low = try #require(bench.encoderTarget)
        #expect(low.mostFramesPerSecond < 30 || low.isStill, "\(low)")
        bench.run(30, [1: 150_000])
        let still = try #require(bench.encoderTarget)
        #expect(still.isStill && still.sizePercent == 50 && still.mostFramesPerSecond < 30)
        bench.run(120, [1: 8_000_000])
        let high = try #require(bench.encoderTarget)
        #expect(!high.isStill && high.sizePercent == 100 && high.mostFramesPerSecond == 30 && high.bitRate > 2_000_000, "\(high)")
        #expect(bench.codes("target.") == ["target.networkPoor", "target.networkRecovered"])
        #expect(bench.codes("encoder.loadShed").count == bench.codes("encoder.loadRestored").count)
    }

    /// The effort first, and every frame; then frames; and back in the other order.
    @Test func aSlowMachineGetsLessEffortBeforeItGetsFewerFrames() throws {
        let bench = try Bench()
        bench.run(5, [1: 8_000_000])
        #expect(bench.encoderTarget?.effort == "veryfast" && bench.codes("encoder.effort").isEmpty)
        bench.millisecondsPerPicture = 40
        bench.run(0.5, [1: 8_000_000])
        #expect(bench.encoderTarget?.effort != "veryfast" && bench.encoderTarget?.mostFramesPerSecond == 30)
        bench.run(1.5, [1: 8_000_000])
        #expect(bench.encoderTarget?.effort == "ultrafast" && bench.encoderTarget?.mostFramesPerSecond == 30)
        #expect(bench.coordinator.status?.effort == "ultrafast" && bench.coordinator.status?.preset == "veryfast")
        bench.run(3, [1: 8_000_000])
        #expect(bench.encoderTarget?.mostFramesPerSecond == 15 && bench.codes("encoder.loadShed").count == 1)
        bench.millisecondsPerPicture = 4
        bench.run(40, [1: 8_000_000])
        #expect(bench.encoderTarget?.mostFramesPerSecond == 30 && bench.encoderTarget?.effort == "veryfast")
        let order = bench.events.map(\.description.code.rawValue).filter { ["encoder.effort", "encoder.loadRestored"].contains($0) }
        #expect(order.suffix(3) == ["encoder.loadRestored", "encoder.effort", "encoder.effort"], "\(order)")
    }

    @Test func whatAClipTakesIsNotHeldAgainstTheEncoder() throws {
        let bench = try Bench { $0.quality = QualityChoice(ceiling: 4_000_000, floor: 500_000, initial: 4_000_000) }
        bench.run(3, [1: 20_000_000])
        (bench.excess, bench.sendsClip) = (2, true)
        bench.run(30, [1: 20_000_000])
        #expect(bench.codes("encoder.notFollowing").isEmpty && bench.encoderTarget?.mostFramesPerSecond == 30)
        // The encoder gives as much: that is told.
        bench.sendsClip = false
        bench.run(30, [1: 20_000_000])
        #expect(bench.codes("encoder.notFollowing") == ["encoder.notFollowing"])
    }

    /// A recording gets the highest bit rate, which is more than a link would begin with.
    @Test func withoutALinkNothingIsSaidOfIt() throws {
        let bench = try Bench(
            { $0.quality = QualityChoice(ceiling: 4_000_000, floor: 500_000, initial: 1_000_000) }, hasLinks: false)
        bench.run(60, [:])
        #expect(bench.encoderTarget?.bitRate == 4_000_000 && bench.encoderTarget?.mostFramesPerSecond == 30)
        let codes = Set(bench.events.map(\.description.code.rawValue))
        #expect(codes.isDisjoint(with: ["encoder.notFollowing", "encoder.loadShed"]), "\(codes)")
    }

    @Test func aFixedEffortStaysAndFramesAreShedAtOnce() throws {
        let bench = try Bench { $0.mayLowerEffort = false }
        bench.millisecondsPerPicture = 40
        bench.run(4, [1: 8_000_000])
        #expect(bench.encoderTarget?.effort == "veryfast" && bench.encoderTarget?.mostFramesPerSecond == 15)
        #expect(bench.codes("encoder.effort").isEmpty && bench.codes("encoder.loadShed").count == 1)
    }

    /// Up and down within a second: people hear of where it ended.
    @Test func peopleHearOfAnEffortOnceASecond() {
        var watch = EffortWatch(["fast", "faster", "veryfast", "superfast", "ultrafast"], framesPerSecond: 30)
        var told: [Double] = []
        for round in 1...40 {
            let now = MediaTime.zero + .milliseconds(round * 100)
            _ = watch.handle(pictures: UInt64(round * 2), busy: .milliseconds(round * 80), mayRise: true, at: now)
            if watch.takeEvent(at: now) != nil { told.append(Double(round) / 10) }
        }
        #expect(watch.isLeast && told.count >= 2 && zip(told, told.dropFirst()).allSatisfy { $1 - $0 >= 0.99 }, "\(told)")
    }

    /// An event that waits says what a picture took when that was decided, and not what it takes since.
    @Test func aChangedEffortSaysWhatDecidedIt() throws {
        var watch = EffortWatch(["fast", "faster", "veryfast"], framesPerSecond: 30)
        var (pictures, busy, told) = (UInt64(0), Duration.zero, [Duration]())
        for round in 1...30 {
            pictures += 3
            // Too long at each effort but the least, and then hardly anything.
            busy += watch.isLeast ? .milliseconds(6) : .milliseconds(105)
            let now = MediaTime.zero + .milliseconds(round * 100)
            _ = watch.handle(pictures: pictures, busy: busy, mayRise: false, at: now)
            if case .effort(_, _, let time, _)? = watch.takeEvent(at: now) { told.append(time) }
        }
        #expect(watch.isLeast && !told.isEmpty && told.allSatisfy { $0 > .milliseconds(28) }, "\(told)")
    }

    @Test func aRecordingKeepsItsPictureWhileTheSlowTargetGetsAudioAlone() throws {
        let bench = try Bench()
        bench.hasRecording = true
        bench.run(60, [1: 140_000])
        #expect(bench.encoderTarget?.isStill == false && bench.selections[1] == .sound)
        bench.run(120, [1: 8_000_000])
        #expect(bench.selections[1] == .everything && bench.encoderTarget?.mostFramesPerSecond == 30)
    }

    @Test func theFirstLiveTargetDecidesAndSlowerOnesGetKeyframesAlone() throws {
        let bench = try Bench()
        bench.run(20, [1: 8_000_000, 2: 700_000])
        #expect(bench.bitRate >= 2_000_000 && bench.selections == [1: .everything, 2: .keyframes])
        #expect(bench.codes("target.keyframesOnly").count == 1)
        // While the first is away the other one is all there is.
        bench.run(20, [1: nil, 2: 700_000])
        #expect(bench.bitRate < 700_000 && bench.selections[2] == .everything)
    }

    @Test func ifAllMatterTheSlowestDecides() throws {
        let bench = try Bench { $0.adaptsToAll = true }
        bench.run(20, [1: 8_000_000, 2: 900_000])
        #expect(bench.bitRate < 800_000 && bench.selections == [1: .everything, 2: .everything])
    }

    @Test func theUsersLatestWordCountsAtOnceInBothDirections() throws {
        let bench = try Bench()
        bench.run(60, [1: 20_000_000])
        #expect(bench.bitRate == 4_000_000)
        try bench.coordinator.steer(RateRequest(ceiling: 1_000_000, floor: 300_000))
        bench.run(0.2, [1: 20_000_000])
        #expect(bench.bitRate == 1_000_000)
        // It was held back by the user alone.
        try bench.coordinator.steer(RateRequest(ceiling: 3_000_000))
        bench.run(0.2, [1: 20_000_000])
        #expect(bench.bitRate == 3_000_000 && bench.coordinator.status?.floor == 300_000)
        #expect(throws: DeliveryError.self) { try bench.coordinator.steer(RateRequest(ceiling: 200_000, floor: 300_000)) }
        #expect(bench.coordinator.status?.ceiling == 3_000_000)
    }

    @Test func theFloorOfATableStaysWhereOnlyTheCeilingIsNamed() throws {
        let bench = try Bench { $0.quality = QualityChoice(table: .smooth) }
        let before = try #require(bench.coordinator.status)
        for ceiling in [before.ceiling / 2, before.ceiling * 2, before.floor + 1000] {
            try bench.coordinator.steer(RateRequest(ceiling: ceiling))
            #expect(bench.coordinator.status?.floor == before.floor && bench.coordinator.status?.ceiling == ceiling)
        }
        // As far as the ceiling lets it.
        try bench.coordinator.steer(RateRequest(ceiling: before.floor / 2))
        #expect(bench.coordinator.status?.floor == before.floor / 2)
    }
}
