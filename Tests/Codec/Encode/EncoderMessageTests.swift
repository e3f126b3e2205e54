import Frames
import Platform
import Testing

@testable import Codec

/// What a host and a process that encodes say to each other.
@Suite struct EncoderMessageTests {
    private func read<Message>(_ words: [Int64], _ body: (UnsafeRawBufferPointer) throws(CodecError) -> Message) -> Message? {
        words.withUnsafeBytes { bytes in
            do throws(CodecError) { return try body(bytes) } catch { return nil }
        }
    }

    @Test func commandsArriveAsTheyWereSent() {
        var command = EncoderCommand(.encode)
        (command.ticks, command.isKeyframe, command.bitsPerSecond, command.stretch) = (-3000, true, 4_500_000, 2.5)
        for sent in [command, EncoderCommand(.flush)] {
            #expect(read(sent.words) { (bytes) throws(CodecError) in try EncoderCommand(bytes) } == sent)
        }
        var odd = command.words
        odd[5] = Int64(bitPattern: Double.nan.bitPattern)
        let wrong: [[Int64]] = [[], [0], Array(command.words.dropLast()), command.words + [0], [1] + command.words.dropFirst(), odd]
        for wrong in wrong {
            #expect(read(wrong) { (bytes) throws(CodecError) in try EncoderCommand(bytes) } == nil, "\(wrong)")
        }
    }

    @Test func answersArriveAsTheyWereSent() {
        let entry = EncoderAnswer.Entry(byteCount: 100, pts: 6000, dts: 3000, isKeyframe: true)
        for sent in [
            EncoderAnswer.made([], headerBytes: nil), .made([entry], headerBytes: 0), .made([entry, entry], headerBytes: 40), .failed(byteCount: 0),
            .made(Array(repeating: entry, count: EncoderAnswer.mostEntries), headerBytes: nil), .failed(byteCount: 1000),
        ] {
            #expect(sent.words.count * 8 <= EncoderAnswer.largestMessageBytes)
            #expect(read(sent.words) { (bytes) throws(CodecError) in try EncoderAnswer(bytes, room: 10_000) } == sent)
        }
    }

    /// More than the memory has is refused, however it adds up.
    @Test(arguments: [(50, nil, 100), (100, 1, 100), (1, 100, 100), (60, nil, 119)] as [(Int, Int?, Int)])
    func answersStayInTheMemory(bytes: Int, header: Int?, room: Int) {
        let entries = bytes == 1 ? [] : Array(repeating: EncoderAnswer.Entry(byteCount: bytes, pts: 0, dts: 0, isKeyframe: false), count: 2)
        let fits = entries.count * bytes + (header ?? 0) <= room
        let answer = EncoderAnswer.made(entries, headerBytes: header)
        #expect((read(answer.words) { (message) throws(CodecError) in try EncoderAnswer(message, room: room) } != nil) == fits)
    }

    @Test func settingsArriveAsTheyWereSent() throws {
        var settings = VideoSettings(
            size: PixelSize(width: 1280, height: 720), fps: FrameRate(30000, over: 1001), bitsPerSecond: 3_000_000, preset: "fast", profile: .main,
            keyframeInterval: .milliseconds(1500), isLowLatency: false, encoder: "hevc_vaapi", threads: 3)
        (settings.device, settings.repeatsHeaders, settings.isReduced) = ("/dev/dri/renderD129", true, true)
        let message = try EncoderOpening(settings).message()
        let arrived = try message.withUnsafeBytes { try EncoderOpening($0).settings() }
        #expect(arrived == settings)
    }
}
