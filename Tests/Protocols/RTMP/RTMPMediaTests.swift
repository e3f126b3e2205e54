import Codec
import MediaFixtures
import Platform
import Testing

@testable import Protocols

/// Messages made of packets directly are those that libavformat's FLV muxer gives, byte for byte.
@Suite struct RTMPMediaTests {
    enum Scenario: String, CaseIterable {
        case both, picturesAlone, audioAlone, reconnect, reordered, mainProfile, highProfile, newSize, sameHeaderAgain, pause, texts, largePictures,
            manyInAMillisecond, repeatedHeaders, mono
    }

    @Test(arguments: Scenario.allCases) func bytesAreThoseOfTheDetour(_ scenario: Scenario) throws {
        for session in try Self.sessions(scenario) { try compare(session) }
    }

    /// Beyond what three bytes and what 31 and 32 bits hold: FLV begins anew after 31.
    @Test(arguments: [1 << 24, 1 << 31, 1 << 32]) func longStreamsHaveTheTimesOfTheDetour(milliseconds: Int) throws {
        let start = MediaTime.zero + .seconds(10)
        let media = try TestMedia(start: start + .milliseconds(milliseconds - 300), keyframeInterval: .milliseconds(200))
        let texts = MessageTrack()
        let text = MessageRequest(text: "again", repeats: 30)
        #expect(texts.post(text, at: .now(), milliseconds: 1) != nil)
        let packets = try media.packets(seconds: 0.6, fps: 30).map { $0.kind == .video ? texts.carry($0) : $0 }
        let session = MediaSession([media.video.stream, media.audio.stream], start: start, packets.map { .packet($0) })
        // Beyond 32 bits libavformat gives the end the greatest time that was, not the last.
        let times = Set(try compare(session, hasSameEnd: milliseconds < 1 << 32).filter { $0.kind == RTMPMessage.Kind.video }.map(\.timestamp))
        #expect(times.contains { $0 >= UInt32(clamping: min(milliseconds, 1 << 31) - 300) || milliseconds > 1 << 31 })
    }

    @Test func anEndIsSaidOnlyWherePicturesWere() throws {
        let media = try TestMedia()
        let packets = try media.packets(seconds: 0.5, fps: 30)
        let audio = MediaSession(
            [media.video.stream, media.audio.stream], start: media.start, packets.filter { $0.kind == .audio }.map { .packet($0) })
        #expect(try audio.direct().messages.filter { $0.kind == RTMPMessage.Kind.video }.count == 1)
        #expect(try MediaSession([media.video.stream], start: media.start, []).direct().messages == [])
    }

    @Test func nothingLongerThanAMessageIsSent() throws {
        let feed = try PacketFeed()
        var (media, writer, bytes) = (RTMPMedia(feed.streams, start: feed.start, from: feed.start), ChunkWriter(), [UInt8]())
        let packet = try feed.picture(bytes: 1 << 24)
        let refusal = #expect(throws: NetworkError.self) { try media.write(packet, streamID: 1, through: &writer, into: &bytes) }
        #expect(refusal?.code == .media && refusal?.message.contains("lower the bit rate") == true)
    }

    /// The messages of both ways.
    @discardableResult
    private func compare(_ session: MediaSession, hasSameEnd: Bool = true, at location: SourceLocation = #_sourceLocation) throws -> [RTMPMessage] {
        let (direct, detour) = (try session.direct(), try session.throughFLV())
        let (messages, expected) = (try direct.messages, try detour.messages)
        try #require(expected.count > 10, sourceLocation: location)
        for (index, pair) in Array(zip(messages, expected)).dropLast(hasSameEnd ? 0 : 1).enumerated() where pair.0 != pair.1 {
            Issue.record("message \(index): \(describe(pair.0)) instead of \(describe(pair.1))", sourceLocation: location)
            break
        }
        #expect(messages.count == expected.count, sourceLocation: location)
        #expect(direct.accepted == detour.accepted, sourceLocation: location)
        #expect(messages.last?.payload == expected.last?.payload, sourceLocation: location)
        let isSame = !hasSameEnd || direct.bytes == detour.bytes
        #expect(isSame, "the chunks differ", sourceLocation: location)
        return messages
    }

    private func describe(_ message: RTMPMessage) -> String {
        "kind \(message.kind) at \(message.timestamp), \(message.payload.count) bytes \(message.payload.prefix(200))"
    }

    private static func sessions(_ scenario: Scenario) throws -> [MediaSession] {
        switch scenario {
        case .both, .picturesAlone, .audioAlone, .repeatedHeaders, .mono:
            let settings = AudioSettings(channels: scenario == .mono ? 1 : 2)
            let media = try TestMedia(keyframeInterval: .milliseconds(500), audio: settings, repeatsHeaders: scenario == .repeatedHeaders)
            let (video, audio) = (media.video.stream, media.audio.stream)
            let streams = scenario == .picturesAlone ? [video] : scenario == .audioAlone ? [audio] : [video, audio]
            return [MediaSession(streams, start: media.start, try media.packets(seconds: 2, fps: 30).map { .packet($0) })]
        case .reconnect:
            let media = try TestMedia(keyframeInterval: .milliseconds(500))
            let packets = try media.packets(seconds: 2, fps: 30)
            let keyframes = packets.filter { $0.kind == .video && $0.isKeyframe }
            // What lies before the first key frame of a connection is left out, and times go on.
            return keyframes.map {
                MediaSession([media.video.stream, media.audio.stream], start: media.start, from: $0.dts, packets.map { .packet($0) })
            }
        case .reordered: return [try pictures(preset: "veryfast", isLowLatency: false)]
        case .mainProfile: return [try pictures(preset: "veryfast", profile: .main)]
        case .highProfile: return [try pictures(preset: "veryfast")]
        case .newSize, .sameHeaderAgain:
            let media = try TestMedia(width: 320, height: 180)
            let isLarger = scenario == .newSize
            let next = try TestMedia(width: isLarger ? 640 : 320, height: isLarger ? 360 : 180, start: media.start + .seconds(1))
            let packets = try [media, next].flatMap { try $0.packets(seconds: 1, fps: 30) }
            let whole = MediaSession([media.video.stream, media.audio.stream], start: media.start, packets.map { .packet($0) })
            // The first picture's size is not the one that the streams had.
            let late = MediaSession([media.video.stream, media.audio.stream], start: media.start, from: next.start, packets.map { .packet($0) })
            return [whole, late]
        case .pause:
            let media = try TestMedia()
            let packets = try media.packets(seconds: 2, fps: 30)
            let next = media.start + .milliseconds(1517)
            let before = packets.filter { $0.dts < media.start + .milliseconds(700) }.map { MediaSession.Step.packet($0) }
            let after = packets.filter { $0.dts >= media.start + .milliseconds(1400) }.map { MediaSession.Step.packet($0) }
            return [MediaSession([media.video.stream, media.audio.stream], start: media.start, before + [.skip(to: next)] + after)]
        case .texts:
            let (media, texts) = (try TestMedia(), MessageTrack())
            #expect(texts.post(MessageRequest(text: "Grüße", repeats: 5), at: .now(), milliseconds: 1) != nil)
            #expect(texts.post(MessageRequest(text: String(repeating: "x", count: 4000), repeats: 2), at: .now(), milliseconds: 2) != nil)
            let packets = try media.packets(seconds: 1, fps: 30).map { $0.kind == .video ? texts.carry($0) : $0 }
            #expect(packets.contains { !$0.messages.isEmpty })
            return [MediaSession([media.video.stream, media.audio.stream], start: media.start, packets.map { .packet($0) })]
        case .largePictures:
            let feed = try PacketFeed()
            let packets = try [100, 4090, 4091, 4092, 8192, 60_000, 500].flatMap { try feed.packets(bytes: $0) }
            return [MediaSession(feed.streams, start: feed.start, packets.map { .packet($0) })]
        case .manyInAMillisecond:
            let media = try TestMedia()
            var packets: [Packet] = []
            for number in 0..<20 { try media.picture(number, at: .microseconds(300 * number)) { packets.append($0) } }
            for number in 20..<40 { try media.picture(number, at: .milliseconds(5 * number)) { packets.append($0) } }
            return [MediaSession([media.video.stream], start: media.start, packets.map { .packet($0) })]
        }
    }

    private static func pictures(
        preset: String, profile: VideoSettings.Profile = .high, isLowLatency: Bool = true
    ) throws -> MediaSession {
        let picture = TestPicture(width: 320, height: 180)
        let encoder = try VideoEncoder(
            VideoSettings(
                size: picture.view.size, bitsPerSecond: 800_000, preset: preset, profile: profile, keyframeInterval: .milliseconds(500),
                isLowLatency: isLowLatency, threads: 1))
        let start = MediaTime.now()
        var packets: [Packet] = []
        for number in 0..<60 {
            picture.draw(number)
            try encoder.encode(picture.view, at: start + .nanoseconds(Int64(number) * 1_000_000_000 / 30)) { packets.append($0) }
        }
        try encoder.flush { packets.append($0) }
        #expect(packets.count == 60 && isLowLatency == packets.allSatisfy { $0.pts == $0.dts })
        return MediaSession([encoder.stream], start: try #require(packets.first).dts, packets.map { .packet($0) })
    }
}
