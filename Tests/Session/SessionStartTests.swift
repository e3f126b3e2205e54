import AppGroup
import Codec
import Fixtures
import Frames
import Glibc
import Logging
import Platform
import Testing

@testable import Session

/// What is refused before anything starts.
@Suite struct SessionStartTests {
    private func failure(_ change: (inout SessionConfiguration) -> Void) -> SessionError? {
        var configuration = SessionConfiguration()
        change(&configuration)
        do throws(SessionError) {
            try configuration.validate()
            _ = try StreamPlan(configuration, targets: TargetCoordinator.parse(configuration), hasPage: configuration.pageDirectory != nil)
            try configuration.tryEncoders()
            return nil
        } catch { return error }
    }

    @Test func settingsOutsideOfTheirRangeAreNamed() {
        for fps in [0, 1000, -5] as [FrameRate] { #expect(failure { $0.framesPerSecond = fps }?.exitCode == 2, "fps \(fps)") }
        #expect(failure { $0.quality.ceiling = 0 }?.exitCode == 2)
        #expect(failure { $0.preset = "warp" }?.message.contains("warp") == true)
        #expect(failure { $0.profile = "baroque" }?.message.contains("baroque") == true)
        for size in [PixelSize(width: 0, height: 720), PixelSize(width: 1281, height: 720), PixelSize(width: 16384, height: 16384)] {
            #expect(failure { $0.canvasSize = size }?.exitCode == 2, "\(size)")
        }
        #expect(failure { _ in } == nil)
    }

    private static func encoding(
        _ size: PixelSize? = nil, _ coding: Coding? = nil, quality: Double? = nil, sampling: ChromaSampling = .half
    ) -> EncodingChoice {
        var choice = EncodingChoice("small")
        (choice.size, choice.coding, choice.constantQuality, choice.sampling) = (size, coding, quality, sampling)
        return choice
    }

    /// Each that an encoder takes, and what is wrong with each that it does not.
    @Test(
        arguments: [
            (encoding(PixelSize(width: 320, height: 180)), nil), (encoding(nil, .av1), nil), (encoding(nil, .hevc), nil), (encoding(quality: 1), nil),
            (encoding(quality: 20, sampling: .full), nil), (encoding(nil, .hevc, sampling: .full), nil),
            (encoding(nil, .av1, sampling: .full), "encodes no 4:4:4: give codec=h264 or codec=hevc"),
            (encoding(quality: 0.5), "crf 1 to 51"), (encoding(nil, .hevc, quality: 20), "takes no rate factor"),
            (encoding(nil, .av1, quality: 20), "takes no rate factor"), (encoding(PixelSize(width: 32, height: 32), .av1), "cannot encode 32x32"),
            (encoding(PixelSize(width: 8192, height: 180)), "8192x180 is larger than the picture"),
        ] as [(EncodingChoice, String?)])
    func encodingsAreTriedBeforeAnythingIsMade(encoding: EncodingChoice, problem: String?) {
        for targets in [["a.mkv", "b.mkv@small"], ["b.mkv@small"], []] {
            let refusal = failure {
                ($0.targets, $0.encodings, $0.canvasSize) = (targets, [encoding], PixelSize(width: 640, height: 360))
            }
            guard let problem else {
                #expect(refusal == nil, "\(refusal?.message ?? "")")
                continue
            }
            #expect(refusal?.exitCode == 2)
            #expect(refusal?.message.contains("encoding small: ") == true && refusal?.message.contains(problem) == true, "\(refusal?.message ?? "")")
        }
    }

    @Test func aSessionIsNotMadeWithAnEncodingThatDoesNotOpen() throws {
        let scratch = Scratch()
        try scratch.write("what was there", to: "old.mkv")
        var configuration = SessionConfiguration()
        (configuration.microphones, configuration.overwrites) = ([], true)
        configuration.group = try GroupName("start-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        configuration.targets = [scratch.file("old.mkv"), scratch.file("new.mkv") + "@small"]
        configuration.encodings = [Self.encoding(PixelSize(width: 32, height: 32), .av1)]
        let failure = #expect(throws: SessionError.self) { _ = try Session(configuration, log: Logger(label: "start")) }
        #expect(failure?.exitCode == 2 && failure?.message.contains("encoding small: ") == true, "\(failure?.message ?? "")")
        #expect(scratch.names() == ["old.mkv"])
    }

    @Test func aSlateThatIsNoPictureIsNamed() {
        #expect(failure { $0.slate.picture = "/proc/self/status" }?.message.contains("/proc/self/status") == true)
        #expect(failure { $0.slate.picture = "/nonexistent.png" }?.exitCode == 2)
    }

    @Test func authoritiesThatCannotBeReadAreNamed() {
        for file in ["/nonexistent.pem", "/proc/self/status"] {
            let refused = failure { $0.certificates = file }
            #expect(refused?.exitCode == 2 && refused?.message.contains("--tls-ca: ") == true && refused?.message.contains(file) == true)
        }
    }

    @Test func targetsThatMakeNoSenseAreNamedWithoutTheirKey() {
        #expect(failure { $0.targets = ["ftp://example.com/x"] }?.exitCode == 2)
        #expect(failure { $0.targets = ["talk.avi"] }?.exitCode == 2)
        let twice = failure { $0.targets = ["rtmp://h/app/SECRET", "rtmp://h/app/SECRET"] }
        #expect(twice?.exitCode == 2)
        #expect(twice?.message.contains("SECRET") == false)
    }

    @Test func aRecordingThatExistsIsNotOverwritten() throws {
        let scratch = Scratch()
        let path = scratch.file("a.mkv")
        try scratch.write("", to: "a.mkv")
        let refused = failure { $0.targets = [path] }
        #expect(refused?.message.contains(path) == true)
        #expect(refused?.message.contains("--overwrite") == true)
        #expect(
            failure {
                $0.targets = [path]
                $0.overwrites = true
            } == nil)
    }
}
