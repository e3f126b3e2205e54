import Platform
import Testing

@testable import Audio

/// A mixer and a sink on one simulated clock, whose rates differ. No threads, no waiting.
@Suite struct PlaybackFeedTests {
    private final class Pair {
        let feed: PlaybackFeed
        var sinkPPM: Double
        /// The sink takes nothing.
        var isStalled = false
        private(set) var heard: [Float] = []
        private(set) var givenQuanta: Int64 = 0
        private var nextDemand = MediaTime(nanoseconds: 5_000_000_000)
        private let tone = Tone.samples(hertz: 1000, amplitude: 0.1, count: 480)
        /// Audio that the sink did not take in time.
        var dropped: Duration { AudioFormat.span(ofSampleFrames: feed.followed.ring.droppedSampleFrames) }

        init(sinkPPM: Double) throws {
            feed = try PlaybackFeed()
            self.sinkPPM = sinkPPM
            // The first request, of the server's whole buffer.
            request(quanta: 3, at: nextDemand)
        }

        private func request(quanta: Int, at time: MediaTime) {
            var samples = [Float](repeating: 0, count: AudioFormat.quantumFloats)
            feed.demand(at: time)
            for _ in 0..<quanta {
                feed.fill(&samples)
                heard += stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
            }
        }

        func run(seconds: Double) {
            let quantum = tone.flatMap { [$0, $0] }
            for _ in 0..<Int(seconds * 100) {
                let now = AudioFormat.start(ofQuantum: givenQuanta, after: MediaTime(nanoseconds: 5_000_000_000))
                feed.play(quantum, at: now)
                givenQuanta += 1
                while nextDemand <= now {
                    if !isStalled { request(quanta: 1, at: nextDemand) }
                    nextDemand = nextDemand + .nanoseconds(Int64(10_000_000 / (1 + sinkPPM * 1e-6)))
                }
            }
        }
    }

    @Test(arguments: [-400.0, 0, 300]) func aSinkThatIsOffIsFollowedWithoutAClickOrAShortage(ppm: Double) throws {
        let pair = try Pair(sinkPPM: ppm)
        pair.run(seconds: 40)
        #expect(pair.feed.followed.figures.underruns == 0)
        #expect(pair.feed.followed.figures.resyncs == 0)
        #expect(pair.dropped == .zero)
        #expect(Tone.largestClick(Array(pair.heard.suffix(48_000 * 30))) < 1e-3)
        // What is heard is as fast as what is given, by the sink's own samples.
        #expect(abs(Tone.measure(Array(pair.heard.suffix(48_000))).hertz - 1000 / (1 + ppm * 1e-6)) < 0.02)
    }

    @Test func theFirstHalfSecondIsSilent() throws {
        let pair = try Pair(sinkPPM: 0)
        pair.run(seconds: 2)
        #expect(pair.heard.prefix(24_000).allSatisfy { $0 == 0 })
        #expect(pair.heard.suffix(48_000).contains { $0 > 0.09 })
    }

    @Test func aSinkThatStallsIsGivenWhatIsNewAfterwards() throws {
        let pair = try Pair(sinkPPM: 0)
        pair.run(seconds: 5)
        pair.isStalled = true
        pair.run(seconds: 10)
        #expect(pair.dropped > .seconds(9))
        pair.isStalled = false
        pair.run(seconds: 3)
        let dropped = pair.dropped
        pair.run(seconds: 20)
        #expect(pair.dropped == dropped)
        #expect(Tone.largestClick(Array(pair.heard.suffix(48_000 * 10))) < 1e-3)
    }

    @Test func theGateFadesBothWays() {
        var gate = PlaybackGate()
        var heard: [Float] = []
        for quantum in 0..<200 {
            var samples = [Float](repeating: 0.5, count: AudioFormat.quantumFloats)
            gate.apply(to: &samples, isEnding: quantum >= 150)
            heard += samples
        }
        #expect(gate.isSilent)
        #expect(heard[960 * 100] == 0.5)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 0.002 })
    }
}
