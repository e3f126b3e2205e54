import Fixtures
import Frames
import Glibc
import Logging
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
            return nil
        } catch { return error }
    }

    @Test func settingsOutsideOfTheirRangeAreNamed() {
        for fps in [0, 1000, -5] { #expect(failure { $0.framesPerSecond = fps }?.exitCode == 2, "fps \(fps)") }
        #expect(failure { $0.quality.ceiling = 0 }?.exitCode == 2)
        #expect(failure { $0.preset = "warp" }?.message.contains("warp") == true)
        #expect(failure { $0.profile = "baroque" }?.message.contains("baroque") == true)
        for size in [PixelSize(width: 0, height: 720), PixelSize(width: 1281, height: 720), PixelSize(width: 16384, height: 16384)] {
            #expect(failure { $0.canvasSize = size }?.exitCode == 2, "\(size)")
        }
        #expect(failure { _ in } == nil)
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
