import Fixtures
import TestSupport
import Testing

/// The readings of a received stream see what is wrong, and nothing where nothing is.
@Suite struct RegularityTests {
    private static let tone = "0.1*sin(2*PI*1000*t)"

    /// A recording of five seconds, made by ffmpeg.
    private func recording(_ scratch: Scratch, tone: String = RegularityTests.tone, _ more: String...) throws -> String {
        let path = scratch.file("made.flv")
        try runTool(
            [
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30", "-f", "lavfi", "-i",
                "aevalsrc='\(tone)':s=48000", "-t", "5", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "60", "-sc_threshold", "0",
                "-c:a", "aac", "-b:a", "128k", "-fps_mode", "passthrough", "-enc_time_base:v", "1/1000",
            ] + more + [path])
        return path
    }

    private func irregularities(_ path: String) throws -> [Irregularity] { try FlvRecording(path).irregularities(framesPerSecond: 30) }

    @Test func aRegularStreamHasNothing() throws {
        let scratch = Scratch()
        let path = try recording(scratch)
        #expect(try FlvRecording(path).pictures.count == 150)
        #expect(try irregularities(path) == [])
        #expect(try DecodedAudio(of: path).part(from: .zero, for: .milliseconds(4900)).toneBreaks(from: .milliseconds(200)) == [])
    }

    @Test func aPictureThatIsLeftOutIsMissing() throws {
        let scratch = Scratch()
        let path = try recording(scratch, "-vf", "select='not(eq(n,40))'")
        let found = try irregularities(path)
        #expect(found.map(\.kind) == [.missingPicture])
        let first = try #require(try FlvRecording(path).pictures.first).presentationMilliseconds
        let place = Duration.milliseconds(first + 40 * 1000 / 30)
        #expect(found.allSatisfy { abs(($0.position - place) / .milliseconds(1)) < 2 }, "\(found)")
    }

    @Test func aPictureBesideTheGridIsLate() throws {
        let scratch = Scratch()
        let found = try irregularities(recording(scratch, "-vf", "settb=1/1000,setpts='PTS+if(eq(N,40),0.010/TB,0)'"))
        #expect(found.map(\.kind) == [.latePicture])
    }

    @Test func aKeyframeThatNoOneWaitedForIsExtra() throws {
        let scratch = Scratch()
        let found = try irregularities(recording(scratch, "-force_key_frames", "1"))
        #expect(found.first?.kind == .extraKeyframe)
    }

    @Test func anAACFrameThatIsLeftOutIsAStep() throws {
        let scratch = Scratch()
        let found = try irregularities(recording(scratch, "-bsf:a", #"noise=drop=eq(n\,50)"#))
        #expect(found.map(\.kind) == [.soundStep])
    }

    @Test(arguments: [
        "0.1*sin(2*PI*1000*t+0.6*gt(t,2))", "0.1*sin(2*PI*1000*t)*(1-between(t,2,2.01))", "0.1*sin(2*PI*1000*t)+0.1*between(t,2,2.0005)",
    ])
    func aJumpAHoleAndAClickBreakATone(tone: String) throws {
        let scratch = Scratch()
        let sound = try DecodedAudio(of: recording(scratch, tone: tone))
        let found = sound.part(from: .zero, for: .milliseconds(4900)).toneBreaks(from: .milliseconds(200))
        #expect(found.count == 1 && abs(found[0].position / .milliseconds(1) - 2000) < 60, "\(found)")
    }

    /// As a source is played that follows another clock: a third of a percent too fast for a second, then too slow.
    @Test func aToneThatIsBentEvenlyIsNotBroken() throws {
        let scratch = Scratch()
        let sound = try DecodedAudio(of: recording(scratch, tone: "0.1*sin(2*PI*1000*t+6*sin(2*PI*0.5*t))"))
        #expect(sound.part(from: .zero, for: .milliseconds(4900)).toneBreaks(from: .milliseconds(200)) == [])
    }
}
