import Codec
import Fixtures
import Foundation
import ServerFixtures
import Testing

@testable import Session

/// Everything through the process that decodes.
@Suite(.timeLimit(.minutes(5))) struct MusicDecoderTests {
    private let made = MadeAudio()

    private func failure(_ path: String, limits: MusicLimits = .init()) -> CodecError? {
        do throws(CodecError) {
            _ = try MadeAudio.read(path, limits: limits)
            return nil
        } catch { return error }
    }

    @Test(arguments: ["a.wav", "a.flac"]) func whatIsStoredWithoutLossIsReadToTheSample(name: String) throws {
        let (left, right) = try MadeAudio.read(try made.tone(name))
        #expect(left.count == 48_000 && right == left)
        #expect(MadeAudio.error(left, in: 0..<48_000) < 1e-4)
    }

    @Test(arguments: [("a.ogg", ["-c:a", "libvorbis"]), ("b.opus", []), ("c.mp3", []), ("d.m4a", []), ("e.mka", ["-c:a", "aac"])])
    func compressedSoundIsReadAtItsLevelAndLength(name: String, more: [String]) throws {
        let path = made.scratch.file(name)
        let run = Program.run(
            "ffmpeg", ["-v", "error", "-i", try made.tone("source.wav")] + more + ["-b:a", "192k", "-y", path])
        #expect(run.status == 0, "\(run.complaints)")
        let (left, _) = try MadeAudio.read(path)
        // Matroska does not tell what AAC put behind the audio.
        #expect(abs(left.count - 48_000) <= (name == "e.mka" ? 1500 : 0), "\(name): \(left.count)")
        let middle = left[12_000..<36_000]
        #expect(abs(MadeAudio.peak(middle) - 0.5) < 0.02, "\(name)")
        #expect(MusicSeam.largestClick(middle) < 0.02, "\(name): \(MusicSeam.largestClick(middle))")
    }

    @Test func otherRatesAndMonoBecomeStereoAt48() throws {
        let (left, right) = try MadeAudio.read(try made.tone("a.wav", rate: 44_100, channels: 1))
        #expect(abs(left.count - 48_000) <= 1 && left == right)
        let middle = left[4000..<44_000]
        #expect(abs(MadeAudio.peak(middle) - 0.5) < 0.001)
        #expect(MusicSeam.largestClick(middle) < 1e-4)
    }

    @Test func sixChannelsAreMixedDownWithoutExceedingFullScale() throws {
        let (left, _) = try MadeAudio.read(try made.tone("a.wav", channels: 6))
        #expect(left.count == 48_000 && MadeAudio.peak(left) > 0.2 && MadeAudio.peak(left) <= 0.5001)
    }

    @Test(arguments: ["a.wav", "a.flac"]) func aLoopOfWholePeriodsHasNoSeam(name: String) throws {
        // 100 ms: a hundred periods, and a file shorter than anything's buffer.
        let (left, _) = try MadeAudio.read(try made.tone(name, seconds: 0.1), isLooping: true, atMost: 48_000)
        #expect(left.count >= 48_000)
        #expect(MusicSeam.largestClick(left) < 1e-3, "\(MusicSeam.largestClick(left))")
    }

    @Test(arguments: [("a.wav", 0.001), ("a.ogg", 0.03), ("a.opus", 0.03), ("a.mp3", 0.03), ("a.m4a", 0.03)])
    func whatTheEncoderAddedIsNotHeardAtTheSeam(name: String, bound: Double) throws {
        let source = try made.tone("source.wav")
        let path = made.scratch.file("coded-" + name)
        #expect(Program.run("ffmpeg", ["-v", "error", "-i", source, "-b:a", "192k", "-y", path]).status == 0)
        let (left, _) = try MadeAudio.read(path, isLooping: true, atMost: 150_000)
        // Around both seams: not even a millisecond of silence, nor a step.
        for seam in [48_000, 96_000] {
            let around = left[seam - 480..<seam + 480]
            for start in stride(from: 0, to: 912, by: 48) {
                #expect(MadeAudio.peak(around.dropFirst(start).prefix(48)) > 0.4, "\(name): quiet \(start - 480) from the seam")
            }
            #expect(MusicSeam.largestClick(around) < bound, "\(name): \(MusicSeam.largestClick(around))")
        }
    }

    @Test func theLengthIsKnownBeforehand() throws {
        let reader = try MadeAudio.decoder(try made.tone("a.mp3", seconds: 3))
        #expect(abs(try #require(reader.duration).inSeconds - 3) < 0.1)
    }

    @Test func soundBesidePicturesIsFound() throws {
        let path = made.scratch.file("a.mp4")
        let run = Program.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "-i", try made.tone("a.wav"), "-shortest", "-y", path])
        #expect(run.status == 0, "\(run.complaints)")
        #expect(abs(try MadeAudio.read(path).left.count - 48_000) < 3000)
    }

    @Test func whatIsNoAudioIsNamed() throws {
        let pictures = made.scratch.file("pictures.mp4")
        #expect(Program.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "-y", pictures]).status == 0)
        let pipe = made.scratch.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let files: [(String, Data)] = [
            ("empty.wav", Data()), ("text.txt", Data("no audio at all\n".utf8)), ("zeros.mp3", Data(count: 3 << 20)),
            ("noise.ogg", Data((0..<200_000).map { _ in UInt8.random(in: 0...255) })),
            ("list.m3u8", Data("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n".utf8)),
        ]
        for (name, data) in files { try data.write(to: URL(fileURLWithPath: made.scratch.file(name))) }
        let cases: [(String, CodecError.Code, String)] = [
            (made.scratch.file("nowhere.ogg"), .notReadable, "no such file"), (made.scratch.path, .notAFile, "folder"),
            ("/dev/zero", .notAFile, "device"), (pipe, .notAFile, "pipe"), (pictures, .notSound, "no audio, only pictures"),
            (made.scratch.file("empty.wav"), .notSound, "empty"), (made.scratch.file("text.txt"), .notSound, "audio"),
            (made.scratch.file("zeros.mp3"), .notSound, "audio"), (made.scratch.file("noise.ogg"), .notSound, "audio"),
            ("gopher://127.0.0.1/a", .notAvailable, "gopher://"), ("concat:/etc/passwd|/etc/group", .notReadable, "no such file"),
            ("http://127.0.0.1:\(Port.free())/a.ogg", .system, "refused"),
        ]
        for (path, code, part) in cases {
            let error = failure(path)
            #expect(error?.code == code, "\(path): \(error.map { "\($0.code) \($0)" } ?? "was accepted")")
            #expect(error?.message.contains(path) == true && error?.message.contains(part) == true, "\(error?.message ?? "")")
            #expect(error?.message.contains("\n") == false)
        }
        #expect(failure(made.scratch.file("list.m3u8")) != nil, "a file leads to the network")
    }

    @Test func aDamagedFileIsPlayedAsFarAsItGoes() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: try made.tone("a.mp3", seconds: 2)))
        var holed = whole
        for index in whole.count / 2..<whole.count / 2 + 600 { holed[index] = UInt8(truncatingIfNeeded: index &* 31) }
        let path = made.scratch.file("holed.mp3")
        try holed.write(to: URL(fileURLWithPath: path))
        #expect(try MadeAudio.read(path).left.count > 80_000)
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
        #expect((40_000...56_000).contains(try MadeAudio.read(path).left.count))
    }

    @Test func secretsOfAnAddressAreNotShown() throws {
        #expect("\(try AudioLocation("https://me:word@radio.example/a.ogg?token=SECRET"))" == "https://…@radio.example/a.ogg?…")
    }

    @Test func anAddressThatNeverAnswersIsGivenUpInTime() throws {
        let server = Listener()
        let error = failure("http://127.0.0.1:\(server.port)/a.ogg", limits: .init(open: .milliseconds(300)))
        withExtendedLifetime(server) {}
        #expect(error?.code == .interrupted)
        #expect(error?.message.contains("did not answer within 300 ms") == true, "\(error?.message ?? "")")
    }

    @Test func anAddressThatStallsIsGivenUpAfterWhatItSent() throws {
        let server = try StallingServer(serving: try made.tone("a.wav", seconds: 4), stallingAt: 0.5)
        let reader = try MadeAudio.decoder(server.address, limits: .init(open: .seconds(10), read: .milliseconds(300)))
        var count = 0
        let error = #expect(throws: CodecError.self) { while let samples = try reader.next() { count += samples.count / 2 } }
        #expect(error?.code == .interrupted)
        #expect(error?.message.contains("sent nothing for 300 ms") == true, "\(error?.message ?? "")")
        #expect((80_000...100_000).contains(count))
    }

    @Test func anAddressIsReadToItsEnd() throws {
        let server = try StallingServer(serving: try made.tone("a.wav"), stallingAt: nil)
        #expect(try MadeAudio.read(server.address).left.count == 48_000)
    }

    @Test func aPlaylistReadsNoFileOfThisMachine() throws {
        let segment = try made.tone("a.ts", "-c:a", "aac")
        let list = made.scratch.file("list.m3u8")
        try Data("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://\(segment)\n#EXT-X-ENDLIST\n".utf8).write(to: URL(fileURLWithPath: list))
        // Nor does a file that names others.
        let refusal = failure(list)
        #expect(refusal?.code == .notAvailable && refusal?.message.contains("names other files") == true, "\(refusal?.message ?? "")")
        let server = try StallingServer(serving: list, stallingAt: nil)
        #expect(failure(server.address) != nil)
    }
}
