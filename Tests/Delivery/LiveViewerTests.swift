import Codec
import DeliveryFixtures
import Fixtures
import MediaFixtures
import Platform
import Testing

@testable import Delivery

/// Those who watch close behind: from a key frame on, bounded, and never in the way of the broadcast.
@Suite(.timeLimit(.minutes(2))) struct LiveViewerTests {
    private static let both: Set<Coding> = [.h264, .aac]

    private func packets(seconds: Double = 1) throws -> [Packet] { try TestMedia().packets(seconds: seconds, fps: 30) }

    @Test func itBeginsWithAKeyFrameThatWasAskedFor() async throws {
        let keyframes = KeyframeRequests()
        let viewer = LiveViewer(Self.both, keyframes: keyframes)
        #expect(keyframes.take(at: .now()))
        let packets = try packets()
        let first = try #require(packets.firstIndex { $0.kind == .video })
        // It comes too late for the first picture.
        for packet in packets[(first + 1)...] { viewer.offer(packet) }
        for packet in packets { viewer.offer(packet) }
        let got = await viewer.next()
        #expect(got.first?.kind == .video && got.first?.isKeyframe == true && got.contains { $0.kind == .audio })
        #expect(got.count == packets.count - first)
    }

    @Test func whatItDoesNotWantItDoesNotGet() async throws {
        let viewer = LiveViewer([.h264], keyframes: KeyframeRequests())
        for packet in try packets() { viewer.offer(packet) }
        let got = await viewer.next()
        #expect(got.count == 30 && got.allSatisfy { $0.kind == .video })
    }

    @Test func oneThatIsTooSlowGoesOnWithAKeyFrame() async throws {
        let keyframes = KeyframeRequests()
        let viewer = LiveViewer(Self.both, keyframes: keyframes)
        _ = keyframes.take(at: .now())
        // Key frames are two seconds apart.
        for packet in try packets(seconds: 3.5) { viewer.offer(packet) }
        // Not before it has room: else a slow viewer costs everyone key frames.
        #expect(!keyframes.isDue(at: .now() + .seconds(10)))
        async let next = viewer.next()
        #expect(Watchdog.until { keyframes.isDue(at: .now() + .seconds(10)) })
        let later = try packets()
        for packet in later { viewer.offer(packet) }
        let got = await next
        #expect(got.first?.kind == .video && got.first?.isKeyframe == true)
    }

    @Test func anEndWakesWhoWaits() async throws {
        let fanOut = try FanOut(Self.both, keyframes: KeyframeRequests())
        try fanOut.start()
        let viewer = fanOut.addViewer(of: Self.both)
        async let nothing = viewer.next()
        try await Worker.run(name: "end") { fanOut.stop() }
        #expect(await nothing.isEmpty)
        // Also who comes later.
        #expect(await fanOut.addViewer(of: Self.both).next().isEmpty)
    }

    @Test func cancellingWakesWhoWaits() async throws {
        let viewer = LiveViewer(Self.both, keyframes: KeyframeRequests())
        let task = Task { await viewer.next() }
        task.cancel()
        #expect(await task.value.isEmpty && viewer.isEnded)
    }

    /// Nothing is put in order for a viewer: a picture is there as soon as it is encoded.
    @Test func picturesDoNotWaitForAudio() async throws {
        let fanOut = try FanOut(Self.both, keyframes: KeyframeRequests())
        try fanOut.start()
        let viewer = fanOut.addViewer(of: Self.both)
        let picture = try #require(try packets().first { $0.kind == .video })
        fanOut.offerVideo(picture)
        #expect(await viewer.next().first === picture)
        try await Worker.run(name: "end") { fanOut.stop() }
    }

    /// Nor does audio wait for the fan-out's thread: here there is none.
    @Test func audioIsThereAtOnce() async throws {
        let fanOut = try FanOut(Self.both, keyframes: KeyframeRequests())
        let viewer = fanOut.addViewer(of: [.aac])
        let sound = try #require(try packets().first { $0.kind == .audio })
        fanOut.offerAudio(sound)
        #expect(await viewer.next().first === sound)
    }
}
