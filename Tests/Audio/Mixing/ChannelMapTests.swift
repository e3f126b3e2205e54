import Testing

@testable import Audio

@Suite struct ChannelMapTests {
    @Test(arguments: [
        (ChannelMap.stereo, Float(0.5), Float(-0.25)), (.mono, 0.125, 0.125), (.left, 0.5, 0.5), (.right, -0.25, -0.25), (.swapped, -0.25, 0.5),
    ])
    func putsChannelsInTheirPlaces(map: ChannelMap, left: Float, right: Float) {
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: AudioFormat.quantumFloats)
        defer { samples.deallocate() }
        for index in 0..<AudioFormat.quantumSampleFrames { (samples[2 * index], samples[2 * index + 1]) = (0.5, -0.25) }
        map.matrix.apply(movingTo: map.matrix, to: samples)
        for index in 0..<AudioFormat.quantumSampleFrames {
            #expect(samples[2 * index] == left && samples[2 * index + 1] == right)
        }
    }

    @Test func aChangeIsSpreadOverTheQuantum() {
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: AudioFormat.quantumFloats)
        defer { samples.deallocate() }
        samples.initialize(repeating: 1, count: AudioFormat.quantumFloats)
        ChannelMap.stereo.matrix.apply(movingTo: ChannelMap.stereo.matrix * 0, to: samples)
        let left = (0..<AudioFormat.quantumSampleFrames).map { samples[2 * $0] }
        #expect(left.first! > 0.99 && abs(left.last!) < 1e-6)
        #expect(zip(left, left.dropFirst()).allSatisfy { $0 > $1 && $0 - $1 < 0.0025 })
    }

    @Test func everyWordIsItsOwn() { #expect(Set(ChannelMap.allCases.map(\.word)).count == ChannelMap.allCases.count) }
}
