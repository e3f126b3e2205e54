import MediaFixtures
import Platform
import Testing

@testable import Codec

@Suite struct PacketTimelineTests {
    private let start = MediaTime.zero + .seconds(50)

    private func timeline() throws -> PacketTimeline {
        let media = try TestMedia()
        return PacketTimeline(milliseconds: [media.video.stream, media.audio.stream], start: start)
    }

    private func at(_ microseconds: Int) -> MediaTime { start + .microseconds(microseconds) }

    @Test func timesCountFromTheStart() throws {
        var timeline = try timeline()
        #expect(timeline.last(track: 0) == nil)
        #expect(timeline.stamp(dts: at(0), pts: at(40_000), track: 0) == (0, 40))
        // To the nearest millisecond, and each track for itself.
        #expect(timeline.stamp(dts: at(33_500), pts: at(33_400), track: 0) == (34, 34))
        #expect(timeline.stamp(dts: at(10_499), pts: at(10_499), track: 1) == (10, 10))
        #expect(timeline.last(track: 0) == 34 && timeline.last(track: 1) == 10)
    }

    @Test func nothingIsShownBeforeItIsDecoded() throws {
        var timeline = try timeline()
        #expect(timeline.stamp(dts: at(100_000), pts: at(20_000), track: 0) == (100, 100))
    }

    @Test func timesOfATrackIncreaseWhateverTheirDistance() throws {
        var timeline = try timeline()
        let stamps = (0..<4).map { timeline.stamp(dts: at(5000 + 200 * $0), pts: at(7000 + 200 * $0), track: 0) }
        #expect(stamps.map(\.dts) == [5, 6, 7, 8])
        // What is moved keeps its distance from where it is shown.
        #expect(stamps.map(\.pts) == [7, 8, 9, 10])
    }
}
