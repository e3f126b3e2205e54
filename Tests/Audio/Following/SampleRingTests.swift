import Fixtures
import Platform
import Testing

@testable import Audio

@Suite struct SampleRingTests {
    @Test func blocksKeepTheirPlaceAndTimeAcrossTheEdge() {
        let ring = SampleRing(capacitySampleFrames: 1024, capacityBlocks: 8)
        var expected: Float = 0
        for block in 0..<50 {
            let samples = (0..<600).map { Float(block * 600 + $0) }
            #expect(ring.write(samples, sampleFrames: 300, capturedAt: MediaTime(nanoseconds: Int64(block))))
            var isWhole = true
            let dequeued = ring.dequeueBlock { piece in
                for sample in piece {
                    isWhole = isWhole && sample == expected
                    expected += 1
                }
            }
            #expect(dequeued == SampleBlock(position: Int64(block * 300), sampleFrames: 300, capturedAt: MediaTime(nanoseconds: Int64(block))))
            #expect(isWhole)
        }
    }

    @Test func aBlockThatDoesNotFitIsDroppedWholeAndCounted() {
        let ring = SampleRing(capacitySampleFrames: 1024, capacityBlocks: 8)
        #expect(ring.write(nil, sampleFrames: 1000, capturedAt: .zero))
        #expect(!ring.write(nil, sampleFrames: 480, capturedAt: .zero))
        #expect(ring.droppedSampleFrames == 480)
        #expect(ring.dequeueBlock { _ in }?.sampleFrames == 1000)
        #expect(ring.write(nil, sampleFrames: 480, capturedAt: .zero))
        #expect(ring.dequeueBlock { _ in }?.position == 1000)
    }

    @Test func aHoleIsSilence() {
        let ring = SampleRing(capacitySampleFrames: 16, capacityBlocks: 2)
        ring.write([Float](repeating: 1, count: 32), sampleFrames: 16, capturedAt: .zero)
        _ = ring.dequeueBlock { _ in }
        ring.write(nil, sampleFrames: 16, capturedAt: .zero)
        var isSilent = true
        _ = ring.dequeueBlock { isSilent = isSilent && $0.allSatisfy { $0 == 0 } }
        #expect(isSilent)
    }

    @Test func twoThreadsLoseNothing() throws {
        let ring = SampleRing(capacitySampleFrames: 2048, capacityBlocks: 16)
        let writer = try Worker(name: "writer") {
            // No longer than its reader waits.
            let deadline = MediaTime.now() + .seconds(30)
            var block = 0
            while block < 1000, MediaTime.now() < deadline {
                let samples = (0..<200).map { Float((block * 200 + $0) & 0xFFFFF) }
                if ring.write(samples, sampleFrames: 100, capturedAt: .zero) { block += 1 } else { letRun(for: .milliseconds(1)) }
            }
        }
        defer { writer.join() }
        var (next, isWhole) = (0, true)
        try waitUntil("all blocks arrive") {
            while ring.dequeueBlock({ piece in
                for sample in piece {
                    isWhole = isWhole && sample == Float(next & 0xFFFFF)
                    next += 1
                }
            }) != nil {}
            return next == 200_000
        }
        #expect(isWhole)
    }
}
