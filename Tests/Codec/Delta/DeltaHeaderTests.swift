import Frames
import Testing

@testable import Codec

@Suite struct DeltaHeaderTests {
    private static let size = PixelSize(width: 322, height: 182)

    /// libx264's own, and what is made of them.
    private func header(
        _ preset: String, _ profile: VideoSettings.Profile = .high, _ change: (inout VideoSettings) -> Void = { _ in }
    ) throws -> (
        plain: [UInt8], new: DeltaHeader?
    ) {
        var settings = VideoSettings(size: Self.size, preset: preset, profile: profile)
        settings.writesDelta = false
        change(&settings)
        let encoder = try X264Encoder(settings)
        let plain = encoder.stream.withHeader { Array($0) }
        return (plain, DeltaHeader(annexB: plain))
    }

    @Test(arguments: VideoSettings.presets.dropFirst())
    func pictureSetsAreReadAndStayAsTheyAre(preset: String) throws {
        for profile in [VideoSettings.Profile.main, .high] {
            let (plain, made) = try header(preset, profile)
            let new = try #require(made)
            #expect((10...51).contains(new.stream.quantiser) && new.stream.frame_number_bits >= 4 && new.stream.picture_set == 0)
            #expect(new.stream.has_large_transforms == (profile == .high ? 1 : 0))
            #expect(new.stream.is_weighted == 1)
            #expect(pictureSet(plain) == pictureSet(new.bytes))
            let (old, now) = try (#require(record(plain)), #require(record(new.bytes)))
            #expect(abs(now.count - old.count) <= 4 && now[1...3] == old[1...3])
            // Once more: there is nothing left to change.
            #expect(DeltaHeader(annexB: new.bytes) == nil)
        }
    }

    private func pictureSet(_ header: [UInt8]) -> [UInt8] {
        let start = header.indices.last { header[$0...].starts(with: [0, 0, 0, 1]) } ?? 0
        return Array(header[start...])
    }

    private func record(_ header: [UInt8]) -> [UInt8]? { header.withUnsafeBytes { AVCConfiguration(annexB: $0)?.bytes } }

    @Test func otherStreamsAreLeftAlone() throws {
        // Without CABAC.
        #expect(try header("ultrafast").new == nil)
        #expect(try header("veryfast", .baseline).new == nil)
        #expect(try header("veryfast") { $0.sampling = .full }.new == nil)
        // Reordered pictures are counted otherwise.
        #expect(try header("veryfast") { $0.isLowLatency = false }.new == nil)
    }

    @Test func brokenSetsAreNone() throws {
        let plain = try header("veryfast").plain
        for end in 0..<plain.count - 1 { _ = DeltaHeader(annexB: Array(plain[..<end])) }
        for place in 0..<plain.count {
            for bit in 0..<8 {
                var broken = plain
                broken[place] ^= 1 << UInt8(bit)
                if let header = DeltaHeader(annexB: broken) {
                    #expect((4...16).contains(header.stream.frame_number_bits) && (1...32).contains(header.stream.references))
                }
            }
        }
        #expect(DeltaHeader(annexB: plain + plain) == nil)
        #expect(DeltaHeader(annexB: []) == nil)
    }
}
