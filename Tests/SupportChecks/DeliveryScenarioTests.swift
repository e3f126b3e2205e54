import Platform
import Testing

@testable import TestSupport

@Suite struct DeliveryScenarioTests {
    // MARK: Plans

    @Test func outagesAreTheSameForTheSameSeedAndOfAllLengths() {
        let plan = OutagePlan(count: 50, seed: 7)
        #expect(plan == OutagePlan(count: 50, seed: 7) && plan != OutagePlan(count: 50, seed: 8))
        #expect(Array(plan.outages.prefix(10)) == OutagePlan(count: 10, seed: 7).outages)
        #expect(plan.outages.allSatisfy { .milliseconds(100) ... .seconds(3) ~= $0.down })
        #expect(plan.outages.contains { $0.down < .milliseconds(600) } && plan.outages.contains { $0.down > .milliseconds(2500) })
        #expect(plan.outages.count { $0.kind == .silent } == 12)
    }

    @Test func faultsComeOneAfterTheOtherEachKindEquallyOften() {
        let plan = FaultPlan(duration: .seconds(7200), every: .seconds(60), seed: 1)
        #expect(plan == FaultPlan(duration: .seconds(7200), every: .seconds(60), seed: 1))
        #expect(plan.faults.count == 119 && plan.faults.map(\.start) == (1...119).map { .seconds($0 * 60) })
        for kind in FaultPlan.Kind.allCases { #expect(14...15 ~= plan.faults.count { $0.kind == kind }) }
        #expect(plan.warmth.map { .seconds(480) ..< .seconds(500) ~= $0 } == true)
        #expect(zip(plan.faults, plan.faults.dropFirst()).allSatisfy { $0.end < $1.start })
    }

    @Test func faultsOfAShortScenarioAreShortAndLeaveTimeToRecover() {
        let plan = FaultPlan(duration: .seconds(30), every: .seconds(6), seed: 1)
        #expect(plan.faults.map(\.start) == [6, 12, 18, 24].map { .seconds($0) } && plan.warmth == nil)
        #expect(plan.faults.allSatisfy { $0.end - $0.start <= .seconds(2) })
    }

    @Test func theLineDoesWhatThePlanSaysAndNothingElse() throws {
        let plan = FaultPlan(duration: .seconds(1000), every: .seconds(60), seed: 3)
        let trace = plan.trace(lasting: .seconds(1000))
        for fault in plan.faults {
            let condition = trace.condition(at: fault.start)
            switch fault.kind {
            case .cut: #expect(condition.isOut)
            case .stall: #expect(condition.bitRate == 0 && !condition.isOut)
            case .slow: #expect(condition.bitRate == FaultPlan.slowBitRate)
            case .reset, .restart, .agent, .target, .message: #expect(condition.bitRate == FaultPlan.usualBitRate)
            }
            #expect(trace.condition(at: fault.end).bitRate == FaultPlan.usualBitRate)
        }
    }

    // MARK: What counts of a soak

    private func sample(_ second: Int, memory: Int = 0) -> FootprintSample {
        FootprintSample(time: .zero + .seconds(second), memoryBytes: memory, descriptors: 40, threads: 20)
    }

    @Test func samplesCountWhenItIsWarmAndTheTargetSendsAgain() throws {
        let plan = FaultPlan(duration: .seconds(200), every: .seconds(60), seed: 1)
        var watch = FaultWatch(plan, warmth: .seconds(30), settling: .seconds(10))
        #expect(watch.nextLook(after: .seconds(10)) == .seconds(12) && watch.nextLook(after: .seconds(59)) == .seconds(60))
        let end = plan.faults[0].end
        var time = Duration.zero
        while time < .seconds(110) {
            // Live again 5 s after the fault, and sending from then on.
            let isLive = time < .seconds(60) || time >= end + .seconds(5)
            _ = watch.note(sample(Int(time.inSeconds)), isLive ? Int(time.inMilliseconds) : nil, at: time)
            time = watch.nextLook(after: time)
        }
        let recovery = try #require(watch.recoveries.first)
        #expect(watch.recoveries.count == 1 && recovery.kind == plan.faults[0].kind && watch.failures.isEmpty)
        #expect(Duration.seconds(5) ... .milliseconds(5500) ~= recovery.time)
        let seconds = watch.samples.map { ($0.time - .zero).inSeconds }
        #expect(seconds.allSatisfy { $0 >= 30 && !(60..<(end + .seconds(10)).inSeconds.rounded(.down) ~= $0) })
        #expect(seconds.contains { $0 < 60 } && seconds.contains { $0 > 80 })
    }

    @Test func aTargetThatIsNotBackBeforeTheNextFaultIsAFailure() {
        let plan = FaultPlan(duration: .seconds(200), every: .seconds(60), seed: 1)
        var watch = FaultWatch(plan, warmth: .zero, settling: .seconds(10))
        var words: [String] = []
        for second in stride(from: 0, to: 180, by: 2) {
            words += watch.note(sample(second), second < 60 ? second : nil, at: .seconds(second))
        }
        #expect(watch.failures == [plan.faults[0].kind] && watch.recoveries.isEmpty)
        #expect(words.contains("not live again after \(plan.faults[0].kind.rawValue)"))
    }

    @Test func growthIsFromTheFirstTenthToTheLast() {
        // 1 KiB a second for 1000 s, and one peak.
        let samples = (0..<1000).map { sample($0, memory: $0 * 1024 + ($0 == 500 ? 1 << 30 : 0)) }
        let memory = FootprintScenario(samples, \.memoryBytes)
        #expect(memory.first == 50 * 1024 && memory.last == 950 * 1024 && memory.growth == 900 * 1024 && memory.most > 1e9)
        let threads = FootprintScenario(samples, \.threads)
        #expect(threads.growth == 0 && threads.slopePerHour == 0 && threads.most == 20)
        #expect(FootprintScenario([], \.memoryBytes).most == 0)
    }

    // MARK: Readings

    @Test func aTrendIsTheLineThroughThePoints() {
        let line = Trend((0..<10).map { (Double($0), 3 + 2 * Double($0)) })
        #expect(abs(line.slope - 2) < 1e-9 && abs(line.origin - 3) < 1e-9)
        // By least squares, not from the first to the last.
        #expect(abs(Trend([(0, 0), (1, 1), (2, 0)]).slope) < 1e-9)
        #expect(Trend([]).slope == 0 && Trend([(1, 5)]).slope == 0 && Trend([(1, 5)]).origin == 5)
    }

    @Test func packetsAreTakenFromWhatFfprobePrints() {
        let text = """
            video,0.000000,CRC32:aa
            audio,0.010000,CRC32:01
            video,N/A,CRC32:ab
            video,0.033000,CRC32:bb
            side data
            video,0.167000,CRC32:cc

            """
        let packets = RecordedPackets(text: text)
        #expect(packets.pictures.map(\.hash) == ["CRC32:aa", "CRC32:bb", "CRC32:cc"] && packets.sounds.map(\.time) == [0.01])
        #expect(RecordedPackets.gaps(packets.pictures, over: 1.0 / 30).map { Int(($0 * 1000).rounded()) } == [134])
    }

    @Test func whatAnotherRecordingLacksIsCountedBetweenWhatBothHave() {
        func recording(_ hashes: String) -> RecordedPackets {
            RecordedPackets(text: hashes.map { hash in "video,1.0,\(hash)" }.joined(separator: "\n"))
        }
        #expect(recording("abcdefgh").picturesMissing(in: recording("cdefgxyz")) == 0)
        #expect(recording("abcdefgh").picturesMissing(in: recording("cdg")) == 2)
        #expect(recording("abc").picturesMissing(in: recording("xyz")) == 3 && recording("").picturesMissing(in: recording("a")) == 0)
    }
}
