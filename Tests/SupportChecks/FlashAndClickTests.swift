import Fixtures
import ServerFixtures
import TestSupport
import Testing

@Suite struct FlashAndClickTests {
    /// What a peer makes of flash and click: shows that the readings find their pairs, not how well ffmpeg keeps step.
    @Test func aRecordingShowsWhichClickBelongsToWhichFlash() throws {
        let (screen, microphone, scratch) = (try XvfbServer(width: 640, height: 360), try AudioFixture(feeding: .click), Scratch())
        let stimulus = try Stimulus(.flash, on: screen)
        let file = scratch.file("talk.flv")
        try runTool(
            [
                "ffmpeg", "-nostdin", "-v", "error", "-thread_queue_size", "512", "-f", "x11grab", "-framerate", "30", "-i", screen.display,
                "-thread_queue_size", "512", "-f", "pulse",
                "-fragment_size", "1920", "-i", "mic", "-t", "9", "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency",
                "-pix_fmt", "yuv420p", "-c:a", "aac", file,
            ], environment: microphone.environment)
        try stimulus.process.expectRunning()
        let (flashes, sound) = (try FlashReader(file), try DecodedAudio(of: file))
        let offsets = flashes.offsets(of: sound.clicks)
        #expect(flashes.flashes.count >= 3)
        #expect(offsets.count >= 3, "flashes \(flashes.flashes), clicks \(sound.clicks)")
    }
}
