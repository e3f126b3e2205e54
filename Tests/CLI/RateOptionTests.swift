import ArgumentParser
import Frames
import Session
import Testing

@testable import Delivery
@testable import SplitcastCLI

/// The bit rate's options, and `set bitrate`.
@Suite struct RateOptionTests {
    private func configuration(_ arguments: String) throws -> SessionConfiguration {
        let words = ("--display :1 " + arguments).split(separator: " ").map(String.init)
        return try #require(try LiveCommand.parseAsRoot(words) as? LiveCommand).plan().configuration
    }

    @Test func theyArrive() throws {
        let full = try configuration(
            "--quality smooth --bitrate 2500k --min-bitrate 500k --initial-bitrate 1500k --adaptive-resolution --adapt-to all")
        #expect(full.quality == QualityChoice(table: .smooth, ceiling: 2_500_000, floor: 500_000, initial: 1_500_000))
        #expect(full.isAdaptive && full.mayLowerSize && full.adaptsToAll)
        let plain = try configuration("")
        #expect(plain.quality == QualityChoice() && plain.isAdaptive && !plain.mayLowerSize && !plain.adaptsToAll)
        #expect(try !configuration("--no-adaptive --bitrate 2M --min-bitrate 500k").isAdaptive)
    }

    @Test func limitsAreThoseOfTheStreamsSize() throws {
        let small = try configuration("--size 640x360 --quality sharp").bitRateLimits()
        #expect((small.floor, small.initial, small.ceiling) == (300_000, 600_000, 1_000_000))
    }

    private func request(_ words: String) throws -> RateRequest {
        try #require(try SplitcastCommand.parseAsRoot(words.split(separator: " ").map(String.init)) as? SetBitrateCommand).request()
    }

    @Test func setBitrateIsReadAsItIsMeant() throws {
        #expect(try request("set bitrate 2000k --min 300k") == RateRequest(ceiling: 2_000_000, floor: 300_000))
        #expect(try request("set bitrate 4.5M --group talk") == RateRequest(ceiling: 4_500_000))
    }

    @Test(arguments: [
        ("set bitrate 0", "from 50k to 200M"), ("set bitrate 1G", "3500k"), ("set bitrate 1000M", "from 50k to 200M"),
        ("set bitrate 500k --min 1M", "lower --min"), ("set bitrate 2M --min fast", "--min fast"),
    ])
    func aMistakeIsOneLineWithTheRightForm(words: String, remedy: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try request(words) }
        #expect(failure?.exitCode == 2 && failure?.message.contains(remedy) == true && failure?.message.contains("\n") == false)
    }

    private func encoding(_ words: String) throws -> EncodingRequest {
        try #require(try SplitcastCommand.parseAsRoot(words.split(separator: " ").map(String.init)) as? SetEncodingCommand).request()
    }

    @Test func setEncodingIsReadAsItIsMeant() throws {
        var request = EncodingRequest("low")
        request.bitRate = 400_000
        #expect(try encoding("set encoding low bitrate=400k") == request)
        request = EncodingRequest("main")
        (request.size, request.framesPerSecond, request.preset) = (.fixed(PixelSize(width: 640, height: 360)), 15, "faster")
        #expect(try encoding("set encoding main size=640x360,fps=15 preset=faster --group talk") == request)
        #expect(try encoding("set encoding archive crf=24.5 size=source").constantQuality == 24.5)
        #expect(try encoding("set encoding archive crf=24.5 size=source").size == .source)
        let target = try SplitcastCommand.parseAsRoot(["set", "target", "2", "--encoding", "low"]) as? SetTargetCommand
        #expect(target?.id == 2 && target?.encoding == "low")
    }

    private func picture(_ words: String) throws -> PictureRequest {
        let command = try SplitcastCommand.parseAsRoot(words.split(separator: " ").map(String.init))
        return try (command as? SetSizeCommand)?.request() ?? #require(command as? SetFpsCommand).request()
    }

    @Test func setSizeIsReadAsItIsMeant() throws {
        let size = PixelSize(width: 1280, height: 720)
        #expect(try picture("set size 1280x720 fps 60") == PictureRequest(size: size, framesPerSecond: 60))
        #expect(
            try picture("set size 1280x720 --group talk") == PictureRequest(size: size)
                && picture("set fps 25") == PictureRequest(framesPerSecond: 25))
        for (words, remedy) in [
            ("set size 1280", "1280x720"), ("set size 1280x720 60", "give fps N"), ("set size 1280x720 fps 0", "fps"), ("set fps 500", "240"),
        ] {
            let failure = #expect(throws: CommandFailure.self) { try picture(words) }
            #expect(failure?.message.contains(remedy) == true, "\(words): \(failure?.message ?? "")")
        }
    }

    @Test(arguments: [
        ("set encoding low codec=hevc", "cannot change while targets get the encoding"), ("set encoding low align", "start with --encoding low:"),
        ("set encoding low pixel=444", "pixel=444 cannot change while targets get the encoding: start with --encoding low:…,pixel=444"),
        ("set encoding main codec=av1", "start with --encoding second:…,codec=av1"),
        ("set encoding low bitrate=1M crf=20", "low: bitrate and crf exclude each other"), ("set encoding low fps=0", "fps"),
        ("set encoding low colour=red", "is no key"),
        ("set encoding Low fps=20", "is no name of an encoding"), ("set encoding low fps=20 fps=30", "given twice"),
        ("set encoding archive crf=0.999", "give crf 1 to 51"),
    ])
    func aMistakeInAnEncodingIsOneLineWithTheRightForm(words: String, remedy: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try encoding(words) }
        #expect(failure?.message.contains(remedy) == true && failure?.message.contains("\n") == false, "\(failure?.message ?? "")")
    }

    @Test func whatPeopleReadSaysWhatIsSentAndWhy() {
        var rate = SessionStatus.Rate(
            isAdaptive: true, quality: "desktop", bitsPerSecond: 1_200_000, ceiling: 3_000_000, floor: 500_000, stair: "full", maxFps: 30,
            sizePercent: 100, governingTarget: 2, isPoor: false, preset: "veryfast", effort: "veryfast")
        #expect(RateText.line(rate) == "1200 kb/s of 500 kb/s to 3000 kb/s (desktop), following target 2")
        (rate.stair, rate.maxFps) = ("lessFrames", 15)
        #expect(RateText.line(rate).hasSuffix("; the network is too slow: 15 fps at most"))
        #expect(RateText.limits(rate) == "up to 3000 kb/s, and down to 500 kb/s")
        #expect(RateText.limits(nil).contains("from the first picture on"))
        rate.isAdaptive = false
        #expect(RateText.line(rate) == "1200 kb/s, whatever the network carries")
        rate.effort = "superfast"
        #expect(RateText.line(rate).hasSuffix("; this machine is too slow for veryfast: encoding as superfast"))
    }
}
