import Fixtures
import Frames
import MediaFixtures
import Testing

@testable import Codec

@Suite struct CutTests {
    /// Numbers of the pictures that refer to none.
    private func pictures(of scenario: DeltaScenario) throws -> [Int] {
        _ = try scenario.decoded()
        let kinds = Program.probe(scenario.scratch.file("a.h264"), "frame=pict_type").map { $0.first?.contains("I") == true }
        try #require(kinds.count == scenario.isOurs.count)
        return kinds.indices.filter { kinds[$0] }
    }

    private func scenario(mayLeaveReferences: Bool = true) throws -> DeltaScenario {
        var settings = VideoSettings(size: PixelSize(width: 640, height: 360), bitsPerSecond: 2_000_000, keyframeInterval: .seconds(60), threads: 1)
        settings.mayLeaveReferences = mayLeaveReferences
        let scenario = try DeltaScenario(settings, seed: 5)
        try scenario.page(isSolid: true)
        try scenario.type(60, keyframeEach: 100)
        return scenario
    }

    @Test(arguments: [true, false]) func anotherPageRefersToNone(mayLeaveReferences: Bool) throws {
        let scenario = try scenario(mayLeaveReferences: mayLeaveReferences)
        let cut = scenario.isOurs.count
        try scenario.page(isSolid: true, isKeyframe: false)
        // The first that is typed on is a key frame.
        try scenario.type(40, keyframeEach: 100)
        #expect(try pictures(of: scenario) == (mayLeaveReferences ? [0, 1, cut, cut + 1] : [0, 1, cut + 1]))
        #expect(!scenario.keyframes.contains(cut))
    }

    /// What moves all the time is better predicted.
    @Test func onlyTheFirstOfManyOtherPicturesDoes() throws {
        let scenario = try scenario()
        let cut = scenario.isOurs.count
        for _ in 0..<10 { try scenario.page(isSolid: true, isKeyframe: false) }
        #expect(try pictures(of: scenario) == [0, 1, cut])
    }
}
