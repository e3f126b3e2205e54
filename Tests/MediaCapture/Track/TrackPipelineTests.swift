import Platform
import Testing

@testable import MediaCapture

@Suite struct TrackPipelineTests {
    private func block(_ pipeline: TrackPipeline, at time: Duration, lap: Int = 0) throws -> TrackBlock {
        let block = try #require(pipeline.takeFree(for: time))
        block.begin(at: time, lap: lap)
        return block
    }

    @Test func audioLiesWhereItsPicturesDo() throws {
        let pipeline = try TrackPipeline()
        // The source's own times begin at ten seconds.
        let first = try block(pipeline, at: .seconds(10))
        #expect(pipeline.place(of: first) == .unknown)
        pipeline.place(lap: 0, own: .seconds(10), placed: .zero)
        #expect(pipeline.place(of: first) == .at(.zero))
        #expect(try pipeline.place(of: block(pipeline, at: .milliseconds(10_500))) == .at(.milliseconds(500)))
        // Before the first picture.
        #expect(try pipeline.place(of: block(pipeline, at: .milliseconds(9990))) == .nowhere)
    }

    @Test func aSourceThatBeginsAgainIsCutOffAtItsLastPicture() throws {
        let pipeline = try TrackPipeline()
        pipeline.place(lap: 0, own: .zero, placed: .zero)
        let (inside, behind) = (try block(pipeline, at: .milliseconds(1900)), try block(pipeline, at: .milliseconds(2100)))
        let next = try block(pipeline, at: .milliseconds(50), lap: 1)
        #expect(pipeline.place(of: behind) == .at(.milliseconds(2100)) && pipeline.place(of: next) == .unknown)
        pipeline.restart()
        pipeline.place(lap: 1, own: .zero, placed: .seconds(2))
        #expect(pipeline.place(of: inside) == .at(.milliseconds(1900)) && pipeline.place(of: behind) == .nowhere)
        #expect(pipeline.place(of: next) == .at(.milliseconds(2050)))
    }

    @Test func timesThatJumpTakeTheAudioAlong() throws {
        let pipeline = try TrackPipeline()
        pipeline.place(lap: 0, own: .zero, placed: .zero)
        pipeline.place(lap: 0, own: .seconds(100), placed: .milliseconds(40))
        #expect(try pipeline.place(of: block(pipeline, at: .milliseconds(100_010))) == .at(.milliseconds(50)))
    }

    @Test func picturesWithoutTimesHaveNoAudio() throws {
        let pipeline = try TrackPipeline()
        pipeline.place(lap: 0, own: nil, placed: .zero)
        #expect(pipeline.takeFree(for: .zero) == nil)
        pipeline.setHeard(true)
        #expect(pipeline.takeFree(for: .zero) != nil)
    }

    /// Before the first picture, or far ahead of the newest, nothing waits: pictures come first.
    @Test func audioThatLiesFarAheadKeepsNoPictureBack() throws {
        let pipeline = try TrackPipeline()
        var taken: [TrackBlock] = []
        while let block = pipeline.takeFree(for: .zero) { taken.append(block) }
        #expect(taken.count >= 300)
        pipeline.place(lap: 0, own: .zero, placed: .zero)
        #expect(pipeline.takeFree(for: .seconds(11)) == nil)
        pipeline.giveBack(taken[0])
        #expect(pipeline.takeFree(for: .seconds(1)) != nil)
    }

    @Test func aBlockHoldsTenMilliseconds() {
        let (block, samples) = (TrackBlock(), (0..<2000).map(Float.init))
        block.begin(at: .seconds(1), lap: 0)
        samples.withUnsafeBufferPointer { samples in
            #expect(block.fill(UnsafeBufferPointer(rebasing: samples[..<600])) == 300 && !block.isFull)
            #expect(block.end == .seconds(1) + .microseconds(6250) && block.bytes.count == 2400)
            #expect(block.fill(UnsafeBufferPointer(rebasing: samples[600...])) == 180 && block.isFull)
        }
        #expect(block.bytes.bindMemory(to: Float.self).elementsEqual(samples[..<960]) && block.end == .milliseconds(1010))
    }
}
