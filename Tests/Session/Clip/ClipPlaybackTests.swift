import Codec
import Frames
import Picture
import Platform
import Testing

@testable import Session

/// Where an encoding is in the clip that it sends.
@Suite struct ClipPlaybackTests {
    /// Two GOPs of ten pictures.
    private func clip() throws -> EncodedClip {
        let size = PixelSize(width: 64, height: 36)
        var settings = VideoSettings(size: size, fps: 10, bitsPerSecond: 200_000, preset: "ultrafast", threads: 1)
        settings.keyframeInterval = .seconds(1)
        let encoder = try ClipEncoder(settings, hardwareIn: nil)
        encoder.show(EncodingPicture(size: size).view)
        try encoder.advance(to: .milliseconds(1900))
        return try encoder.finish(trim: false)
    }

    @Test func itBeginsAgainAtItsEnd() throws {
        let clip = try clip()
        #expect(clip.packets.count == 20 && clip.duration == .seconds(2))
        var playback = ClipPlayback()
        #expect(playback.next() == nil)
        playback.change(to: clip)
        #expect(!playback.isPlaying && playback.next() == nil)
        playback.begin()
        for index in 0..<45 { #expect(playback.next() === clip.packets[index % 20]) }
        // After a stall decoders begin where they can.
        #expect(playback.position == 5)
        playback.resume()
        #expect(playback.next() === clip.packets[0])
        playback.end()
        #expect(playback.next() == nil)
    }

    @Test func anotherClipBeginsWithItsFirstPicture() throws {
        let (one, other) = (try clip(), try clip())
        var playback = ClipPlayback()
        playback.change(to: one)
        playback.begin()
        for _ in 0..<3 { _ = playback.next() }
        playback.change(to: other)
        #expect(playback.next() === other.packets[0])
        playback.change(to: nil)
        #expect(!playback.isPlaying)
    }

    @Test func aSlowLinkIsGivenTheClipAgainOnlyWhenItIsMuchFaster() throws {
        let clip = try clip()
        var playback = ClipPlayback()
        #expect(!playback.isCarried(by: .max))
        playback.change(to: clip)
        let rate = clip.bitsPerSecond
        #expect(!playback.isCarried(by: rate * 8 / 10) && playback.isCarried(by: rate))
        playback.begin()
        #expect(playback.isCarried(by: rate * 8 / 10) && !playback.isCarried(by: rate / 2))
    }
}
