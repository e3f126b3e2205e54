import Codec
import Delivery
import Testing

@testable import Session

/// Which streams are encoded, and who gets which.
@Suite struct StreamPlanTests {
    private static func urls(_ addresses: [String]) throws -> [TargetURL] { try addresses.map { try TargetURL(parsing: $0) } }

    private static func plan(
        _ addresses: [String], page: Bool = false, _ change: (inout SessionConfiguration) -> Void = { _ in }
    ) throws -> StreamPlan {
        var configuration = SessionConfiguration()
        change(&configuration)
        return try StreamPlan(
            configuration, targets: urls(addresses).map { StreamPlan.Taker(url: $0, picture: configuration.encoder.coding) }, hasPage: page)
    }

    private static func described(_ settings: [AudioSettings]) throws -> [StreamDescription] { try settings.map { try AudioEncoder($0).stream } }

    @Test func asEverThereIsOneEncoderForAAC() throws {
        let plan = try Self.plan(["rtmp://a.example/live/KEY", "a.mkv"], page: true)
        #expect(plan.audio == [AudioSettings()] && plan.codings == [.h264, .aac] && plan.text == nil)
    }

    @Test func opusRunsBesideAACOnlyWhereSomebodyNeedsAAC() throws {
        let alone = try Self.plan(["a.mkv", "srt://a.example:9000"]) { $0.audio.codec = .opus }
        #expect(alone.audio == [AudioSettings(codec: .opus)] && alone.codings == [.h264, .opus])
        let both = try Self.plan(["a.mkv", "rtmp://a.example/live/KEY"], page: true) { $0.audio.codec = .opus }
        #expect(both.audio == [AudioSettings(codec: .opus), AudioSettings()] && both.codings == [.h264, .opus, .aac])
        #expect(both.text == "sound: Opus (128 kb/s) to a.mkv; AAC (128 kb/s) to rtmp://a.example/live/***, the page")
        let streams = try Self.described(both.audio)
        let urls = try Self.urls(["a.mkv", "rtmp://a.example/live/KEY", "a.m3u8"])
        #expect(urls.map { both.streams(for: $0, of: streams).map(\.coding) } == [[.opus], [.aac], [.aac]])
    }

    @Test func opusThatNoOneTakesIsNotEncoded() throws {
        let plan = try Self.plan([], page: true) { $0.audio.codec = .opus }
        #expect(plan.audio == [AudioSettings()] && plan.text == "sound: AAC (128 kb/s) to the page")
    }

    @Test func whatTakesOpusAloneGetsItUnasked() throws {
        let plan = try Self.plan(["a.opus", "a.mkv"]) { $0.audio = AudioSettings(sampleRate: 44_100, channels: 1) }
        #expect(plan.audio == [AudioSettings(sampleRate: 44_100, channels: 1), AudioSettings(codec: .opus, channels: 1)])
        #expect(plan.text == "sound: AAC (128 kb/s, 44.1 kHz, mono) to a.mkv; Opus (128 kb/s, mono) to a.opus")
    }

    @Test func aFileForSoundAloneGetsNoPicture() throws {
        let plan = try Self.plan(["a.m4a"])
        let streams = [try VideoEncoder(VideoSettings(size: .init(width: 64, height: 64))).stream] + (try Self.described(plan.audio))
        #expect(plan.streams(for: try Self.urls(["a.m4a"])[0], of: streams).map(\.coding) == [.aac])
        #expect(plan.streams(for: try Self.urls(["a.mkv"])[0], of: streams).map(\.coding) == [.h264, .aac])
    }

    @Test func recordingsHaveATrackOfEachNamedSourceInTheirOrder() throws {
        let plan = try Self.plan(["a.mkv", "rtmp://a.example/live/KEY"]) { $0.recordTracks = ["mic", "mix", "music"] }
        #expect(plan.tracks == ["mic", "music"])
        let streams = try AudioEncoding(plan.audio, tracks: plan.tracks) { _ in }.streams
        let urls = try Self.urls(["a.mkv", "rtmp://a.example/live/KEY", "b.mp4"])
        let titles = urls.map { plan.streams(for: $0, of: streams).map(\.title) }
        #expect(titles == [["mic", "mix", "music"], ["mix"], ["mic", "mix", "music"]])
        #expect(plan.streams(for: urls[0], of: streams, isClip: true).map(\.title) == ["mix"])
        let (file, refusal) = (try Self.urls(["b.flv"])[0], "b.flv holds one audio track, and mic,mix,music are 3: name a .mkv or .mp4 file")
        #expect(plan.refusal(of: file) == refusal)
        // A clip has the mix alone.
        #expect(plan.refusal(of: file, isClip: true) == nil)
        let error = #expect(throws: SessionError.self) { try Self.plan(["b.flv"]) { $0.recordTracks = ["mic", "mix", "music"] } }
        #expect(error?.exitCode == 2 && error?.message == refusal)
    }

    @Test func soundAloneAndThePictureAloneAreWhatTheySay() throws {
        #expect(try Self.plan(["a.mkv"]) { $0.streams = .audioOnly }.codings == [.aac])
        let picture = try Self.plan(["a.mkv"], page: true) { $0.streams = .videoOnly }
        #expect(picture.codings == [.h264] && picture.audio.isEmpty)
        let error = #expect(throws: SessionError.self) { try Self.plan(["a.mkv", "a.ogg"]) { $0.streams = .videoOnly } }
        #expect(error?.exitCode == 2 && error?.message.contains("a.ogg") == true)
    }

    /// What cannot carry a codec says so, and what to type instead.
    @Test(arguments: [
        ("srt://a.example:9000", "svtav1", "is MPEG-TS, which cannot carry AV1: start with the encoder x264 or x265"),
        ("a.ts", "aom", "is MPEG-TS, which cannot carry AV1"), ("udp://127.0.0.1:9000", "aom", "is MPEG-TS, which cannot carry AV1"),
        ("a.flv", "x265", "is FLV, which cannot hold HEVC: name a .mkv or .mp4 file, or start with the encoder x264"),
        ("a.flv", "svtav1", "is FLV, which cannot hold AV1"),
    ]) func aTargetThatCannotCarryTheCodecIsRefused(address: String, encoder: String, text: String) throws {
        let name = try EncoderName(encoder)
        let error = #expect(throws: SessionError.self) { try Self.plan(["a.mkv", address]) { $0.encoder = name } }
        #expect(error?.code == .badSetting && error?.message.contains(text) == true, "\(String(describing: error))")
        let plan = try Self.plan(["a.mkv"]) { $0.encoder = name }
        #expect(plan.refusal(of: try Self.urls([address])[0])?.contains(text) == true)
        #expect(try Self.plan([address]) { ($0.encoder, $0.streams) = (name, .audioOnly) }.codings == [.aac])
    }

    @Test(arguments: [("x265", Coding.hevc), ("aom", .av1), ("svtav1", .av1)])
    func othersCarryIt(encoder: String, coding: Coding) throws {
        let others = coding == .hevc ? ["srt://a:1"] : []
        let targets = ["a.mkv", "a.mp4", "a.m3u8", "rtmp://a.example/live/KEY", "https://a.example/live.m3u8"] + others
        let name = try EncoderName(encoder)
        #expect(try Self.plan(targets, page: true) { $0.encoder = name }.codings == [coding, .aac])
    }

    /// Where a server must know enhanced RTMP for the picture, it knows Opus as well.
    @Test func opusGoesByRTMPBesideAnEnhancedCodec() throws {
        let name = try EncoderName("x265")
        let plan = try Self.plan(["rtmp://a.example/live/KEY", "a.mkv"]) { ($0.encoder, $0.audio.codec) = (name, .opus) }
        #expect(plan.audio == [AudioSettings(codec: .opus)] && plan.codings == [.hevc, .opus])
    }

    @Test func aCodecThatTheTargetOfAnEncodingCannotCarryIsRefusedByName() throws {
        func refusal(_ address: String, _ picture: Coding) throws -> String? {
            let taker = StreamPlan.Taker(url: try TargetURL(parsing: address), picture: picture)
            do throws(SessionError) {
                _ = try StreamPlan(SessionConfiguration(), targets: [taker], hasPage: false)
                return nil
            } catch { return error.message }
        }
        #expect(try refusal("srt://a.example:9000", .av1)?.contains("is MPEG-TS, which cannot carry AV1") == true)
        #expect(try refusal("talk.flv", .hevc)?.contains("FLV, which cannot hold HEVC") == true)
        #expect(try refusal("talk.mkv", .av1) == nil && refusal("rtmp://a.example/live/KEY", .hevc) == nil)
        let plan = try Self.plan(["a.mkv"])
        #expect(plan.codings(with: .hevc) == [.hevc, .aac])
        #expect(plan.refusal(of: try TargetURL(parsing: "udp://239.0.0.1:1234"), picture: .av1) != nil)
    }
}
