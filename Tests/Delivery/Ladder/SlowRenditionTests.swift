import Codec
import DeliveryFixtures
import Fixtures
import MediaFixtures
import Platform
import Testing

@testable import Delivery

/// A rendition whose pictures steadily come later than a silent encoder is waited for.
@Suite(.timeLimit(.minutes(5))) struct SlowRenditionTests {
    /// Its segments are whole, and what is missing when it stops is listed as gaps.
    @Test func nothingOfItIsDroppedAndWhenItStopsThatIsListed() throws {
        let (scratch, interval, late) = (Scratch(), Duration.seconds(1), Duration.seconds(2))
        let media = try TestMedia(start: .now() - late, keyframeInterval: interval, repeatsHeaders: true), start = media.start
        let ladder = Ladder(try TargetURL(parsing: scratch.file("master.m3u8")), window: .everything, interval: interval) { start }
        var settings = TargetSettings()
        settings.rendition = ladder.rendition("180p", .picture)
        let target = try Target(id: 0, url: ladder.url.rendition("180p"), streams: [media.video.stream], settings: settings) {}
        let fanOut = try FanOut([.h264], keyframes: KeyframeRequests())
        try fanOut.start()
        _ = fanOut.add(target)
        try target.start()
        try waitUntil("the target") { target.status.state.isConnected }
        let feed = try MediaFeed(media, to: fanOut, [.h264], speed: 1)
        var isFed = true
        defer {
            if isFed { feed.stop() }
            fanOut.stop()
            target.stop()
            target.join()
        }
        func segments() -> [MediaPlaylist.Segment] { MediaPlaylist(textOfFile(scratch.file("master-180p.m3u8"))).segments }
        try waitUntil("6 segments: \(segments())") { segments().count >= 6 }
        feed.stop()
        isFed = false
        #expect(!segments().contains { $0.isGap } && segments().map(\.number) == Array(0..<segments().count), "\(segments())")
        try waitUntil("what was fed: \(target.status)") { target.status.packetsSent == feed.pictures }
        try waitUntil("two gaps: \(segments())") { segments().count { $0.isGap } >= 2 }
        let (whole, all) = (Int((Double(feed.pictures) / 30).rounded(.up)), segments())
        #expect(all.prefix(whole).allSatisfy { !$0.isGap } && all.dropFirst(whole).allSatisfy(\.isGap), "\(whole) of \(all)")
    }
}
