import Testing

@testable import Audio

@Suite struct FollowedSourceTests {
    @Test(arguments: [-500.0, 200])
    func aDeviceThatIsOffKeepsItsPitch(ppm: Double) {
        let device = SimulatedDevice()
        device.ppm = ppm
        device.run(seconds: 30)
        let tone = Tone.measure(Array(device.heard.suffix(48_000)))
        #expect(abs(tone.hertz - 1000) < 0.01)
        #expect(abs(tone.levelDecibels + 20) < 0.01)
        #expect(tone.restDecibels < -80)
        #expect(abs(device.source.figures.driftPPM - ppm) < 10)
        #expect(device.source.figures.resyncs == 0)
        #expect(device.source.figures.underruns == 0)
    }

    @Test func jitterDoesNotWobbleThePitch() {
        let device = SimulatedDevice()
        device.jitterMilliseconds = 4
        device.ppm = 200
        device.run(seconds: 40)
        #expect(device.source.figures.underruns == 0)
        #expect(Tone.largestClick(Array(device.heard.suffix(48_000 * 20))) < 1e-4)
        for tenth in 300..<400 {
            let tone = Tone.measure(Array(device.heard[(tenth * 4800)..<((tenth + 1) * 4800)]))
            #expect(abs(tone.hertz - 1000) < 0.25)
        }
    }

    @Test func aJumpIsRepairedWithoutAClick() {
        let device = SimulatedDevice()
        device.run(seconds: 2)
        device.shift = .microseconds(150_300)
        device.run(seconds: 2)
        #expect(device.source.figures.resyncs == 1)
        #expect(device.largestStep() < 0.016)
        #expect(Tone.measure(Array(device.heard.suffix(24_000))).restDecibels < -80)
    }

    @Test func anAbsentDeviceIsSilentAndComesBackWithoutAClick() {
        let device = SimulatedDevice()
        device.run(seconds: 1)
        device.isDelivering = false
        device.run(seconds: 1)
        #expect(device.heard.suffix(40_000).allSatisfy { $0 == 0 })
        #expect(device.source.figures.underruns == 1)
        device.isDelivering = true
        device.run(seconds: 2)
        #expect(device.largestStep() < 0.016)
        #expect(abs(Tone.measure(Array(device.heard.suffix(24_000))).levelDecibels + 20) < 0.01)
        #expect(device.source.figures.silence > .milliseconds(900))
    }

    @Test func soundThatArrivesLateIsPlayedLateRatherThanNever() {
        let device = SimulatedDevice()
        device.arrivalDelay = .milliseconds(150)
        device.run(seconds: 3)
        #expect(abs(Tone.measure(Array(device.heard.suffix(48_000))).levelDecibels + 20) < 0.01)
        #expect(device.source.figures.lateBy > .milliseconds(160) - MixerSettings().delay)
        #expect(device.source.figures.lateBy < .milliseconds(200) - MixerSettings().delay)
        #expect(device.source.figures.underruns == 0)
    }

    /// A card without a timer of its own, or one at the end of a network, delivers tens to hundreds of milliseconds at once.
    @Test(arguments: [1, 5, 10, 20, 35, 50, 65])
    func whatComesInBlocksIsHeardWhole(blocksAtOnce: Int) {
        let device = SimulatedDevice()
        device.blocksAtOnce = blocksAtOnce
        for _ in 0..<3 {
            device.run(seconds: 10)
            #expect(device.source.figures.tooLateBy == .zero)
        }
        let tone = Tone.measure(Array(device.heard.suffix(48_000 * 5)))
        #expect(abs(tone.levelDecibels + 20) < 0.01 && tone.restDecibels < -80, "\(tone)")
        #expect(device.source.figures.lateBy < .milliseconds(10 * blocksAtOnce + 60))
    }

    /// PulseAudio's test tone delivers 2 s at once.
    @Test func blocksOfSecondsAreToldAsTooLate() {
        let device = SimulatedDevice()
        device.blocksAtOnce = 200
        device.run(seconds: 20)
        let figures = device.source.figures
        #expect(device.heard.suffix(48_000).allSatisfy { $0 == 0 })
        #expect(abs(figures.tooLateBy.inSeconds - 2) < 0.2)
        device.blocksAtOnce = 1
        device.run(seconds: 20)
        #expect(figures.tooLateBy == .zero)
        #expect(device.heard.suffix(48_000).contains { $0 != 0 })
    }

    /// Whether it is judged in a pause, after 5 s, or while it delivers.
    @Test(arguments: [5, 8.5]) func whatPausesIsNotTooLate(pause: Double) {
        let device = SimulatedDevice()
        for _ in 0..<10 {
            device.isDelivering = true
            device.run(seconds: 1)
            #expect(device.source.figures.tooLateBy == .zero)
            device.isDelivering = false
            device.run(seconds: pause)
            #expect(device.source.figures.tooLateBy == .zero)
        }
    }

    @Test func whatWasLateOnceIsInTimeAgain() {
        let device = SimulatedDevice()
        device.arrivalDelay = .milliseconds(170)
        device.run(seconds: 3)
        #expect(device.source.figures.lateBy > .zero)
        device.arrivalDelay = .zero
        let before = device.heard.count
        // Two of its spans: what was needed in one of them was needed.
        device.run(seconds: 45)
        #expect(device.source.figures.lateBy == .zero)
        #expect(device.largestStep(from: before) < 0.02)
        #expect(device.source.figures.underruns == 0)
    }

    @Test func whatIsHeardWasCapturedAtTheTimeThatItBears() {
        let device = SimulatedDevice()
        device.phase = 0
        device.run(seconds: 4)
        // The tone's phase is 0 at the device's start; quantum 0 bears 40 ms before it, a whole number of periods.
        let last = Array(device.heard.suffix(4800))
        let error = last.indices.reduce(Float(0)) { max($0, abs(last[$1] - Tone.samples(hertz: 1000, amplitude: 0.1, count: 4800)[$1 % 48])) }
        #expect(error < 1e-4)
    }

    @Test func soundGivenAheadOfItsTimeIsNotHeardBeforeIt() {
        let device = SimulatedDevice()
        device.isDelivering = false
        device.run(seconds: 1)
        device.isDelivering = true
        device.deliverAhead(blocks: 25)
        device.run(seconds: 2)
        // It belongs to the quarter of a second from 1 s on, which is heard 90 ms later.
        let early = device.heard[..<Int(1.09 * 48_000)]
        #expect(early.allSatisfy { abs($0) < 0.2 })
        #expect(abs(Tone.measure(Array(device.heard.suffix(48_000))).levelDecibels + 20) < 0.01)
    }
}
