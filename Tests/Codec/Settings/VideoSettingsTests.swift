import Codec
import Frames
import Platform
import Testing

@Suite struct VideoSettingsTests {
    static let good = VideoSettings(size: PixelSize(width: 1280, height: 720))

    @Test(arguments: [
        (VideoSettings(size: PixelSize(width: 1281, height: 720)), "1281"),
        (VideoSettings(size: PixelSize(width: 14, height: 720)), "14"),
        (VideoSettings(size: PixelSize(width: 1280, height: 8194)), "8194"),
        (VideoSettings(size: PixelSize(width: 1280, height: 0)), "height 0"),
        (VideoSettings(size: good.size, fps: 0), "1 to 240"),
        (VideoSettings(size: good.size, fps: 241), "241"),
        (VideoSettings(size: good.size, bitsPerSecond: 49_999), "50000 to 200000000"),
        (VideoSettings(size: good.size, bitsPerSecond: 200_000_001), "200000001"),
        (VideoSettings(size: good.size, keyframeInterval: .milliseconds(99)), "0.1 to 60 s"),
        (VideoSettings(size: good.size, threads: 65), "65"),
        (VideoSettings(size: good.size, threads: -1), "-1"),
    ])
    func aWrongNumberIsNamed(settings: VideoSettings, part: String) throws {
        let error = try #require(throws: CodecError.self) { try settings.validate() }
        #expect(error.code == .invalidSetting)
        #expect(error.message.contains(part))
    }

    @Test func aWrongPresetIsNamedWithTheRightOnes() throws {
        var settings = Self.good
        settings.preset = "quick"
        let error = try #require(throws: CodecError.self) { try settings.validate() }
        #expect(error.message.contains("quick") && error.message.contains("veryfast"))
    }

    @Test func theLimitsThemselvesAreAllowed() throws {
        for (width, height) in [(16, 16), (8192, 8192)] {
            for fps in [1, 240] as [FrameRate] {
                for rate in [50_000, 200_000_000] {
                    try VideoSettings(size: PixelSize(width: width, height: height), fps: fps, bitsPerSecond: rate).validate()
                }
            }
        }
    }

    /// The encoder opens with the least; below that it would be without loss, which no profile has.
    @Test func theRateFactorIsFromTheLeastThatOpens() throws {
        var settings = Self.good
        for factor in [1, 1.5, 51] {
            settings.constantQuality = factor
            _ = try VideoEncoder(settings)
        }
        for factor in [0, 0.001, 0.999, 51.1, -.infinity, .nan] {
            settings.constantQuality = factor
            let error = #expect(throws: CodecError.self) { _ = try VideoEncoder(settings) }
            #expect(error?.code == .invalidSetting && error?.message.contains("give crf 1 to 51") == true, "\(factor)")
        }
    }

    @Test(
        arguments: [
            ("libx264", VideoSettings.Profile.high, nil), ("libx265", .main, nil), ("libx264", .main, "--profile main forbids"),
            ("libx264", .baseline, "--profile baseline forbids"), ("libsvtav1", .high, "svtav1 encodes no 4:4:4: give codec=h264 or codec=hevc"),
            ("libaom-av1", .high, "aom encodes no 4:4:4"), ("h264_vaapi", .high, "start with --encoder x264, or leave out pixel=444"),
            ("hevc_vaapi", .high, "hevc_vaapi encodes no 4:4:4: start with --encoder x265"),
        ] as [(String, VideoSettings.Profile, String?)])
    func fullChromaIsForThoseThatHaveIt(encoder: String, profile: VideoSettings.Profile, problem: String?) throws {
        var settings = Self.good
        (settings.encoder, settings.profile, settings.sampling) = (encoder, profile, .full)
        guard let problem else { return try settings.validate() }
        let error = try #require(throws: CodecError.self) { try settings.validate() }
        #expect(error.code == .invalidSetting && error.message.contains(problem), "\(error.message)")
        settings.sampling = .half
        try settings.validate()
    }

    @Test func anUnknownEncoderIsNamed() throws {
        var settings = Self.good
        settings.encoder = "h264_nonesuch"
        let error = try #require(throws: CodecError.self) { _ = try VideoEncoder(settings) }
        #expect(error.code == .notAvailable && error.message.contains("h264_nonesuch"))
    }
}
