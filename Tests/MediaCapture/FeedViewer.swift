import CaptureKit
import Fixtures
import Frames
import Glibc
import Platform

@testable import MediaCapture

/// Reads a feed as a host does that lends slots at once: each new picture fills a slot of its own.
final class FeedViewer {
    let feed: any PictureFeed
    private(set) var slots: [[UInt8]] = []
    private(set) var geometries: [FrameGeometry] = []
    private(set) var end: CaptureError?
    /// Geometries that came without an event.
    private(set) var unannounced = 0

    /// Waits for the first picture.
    init(_ feed: any PictureFeed) throws {
        self.feed = feed
        try feed.begin()
        feed.confined()
        try watch("the first picture") { !$0.slots.isEmpty }
    }

    /// Waits for what the feed says it waits for, and grabs what comes, until `isEnough` or the feed's end.
    func watch(_ what: String, until isEnough: (FeedViewer) -> Bool) throws {
        let watchdog = MediaTime.now() + .seconds(20)
        while end == nil, !isEnough(self) {
            guard MediaTime.now() < watchdog else { throw FixtureError("waited in vain: \(what)") }
            var entry = pollfd(fd: feed.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            _ = pollUntil(min(watchdog, feed.nextEventTime ?? watchdog), &entry, 1)
            do throws(CaptureError) {
                let events = try feed.takeEvents()
                if feed.isOpen, feed.geometry != geometries.last, !events.contains(.geometryChanged) { unannounced += 1 }
                if events.contains(.damaged) { grab() }
            } catch { end = error }
        }
    }

    private func grab() {
        var slot = [UInt8](repeating: 0, count: feed.geometry.frameBytes)
        slot.withUnsafeMutableBytes { _ = feed.copy(into: $0.baseAddress!) }
        slots.append(slot)
        geometries.append(feed.geometry)
    }

    /// The samples of a plane of the newest picture, without padding.
    func plane(_ index: Int) -> [UInt8] {
        guard let slot = slots.last, let plane = geometries.last?.plane(index) else { return [] }
        return (0..<plane.rows).flatMap { row -> ArraySlice<UInt8> in
            let start = plane.offsetBytes + row * plane.strideBytes
            return slot[start..<start + plane.rowBytes]
        }
    }
}
