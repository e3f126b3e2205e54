import Platform
import Protocols

/// Where an HLS playlist and its segments are kept: a directory, or a web server. All calls but `end`, `interrupt` and `link` belong to one thread.
protocol SegmentStore: AnyObject, Sendable {
    /// The playlist's name without its ending.
    var stem: String { get }
    var link: LinkFigures { get }
    /// Makes sure that it may be written to. May be called again after `close`.
    /// - Parameters:
    ///   - playlist: what the playlist says so far.
    ///   - isFirst: nothing was written yet: what an earlier broadcast left behind is in the way.
    ///   - isWanted: asked once when `interrupt` would break off what comes; false makes it fail with `.lost` at once.
    func open(_ url: TargetURL, _ playlist: String, isFirst: Bool, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError)
    /// One segment at a time.
    func beginSegment(_ name: String) throws(DeliveryError)
    func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError)
    /// From now on it can be fetched, whole.
    func endSegment(until deadline: MediaTime) throws(DeliveryError)
    /// A playlist beside the segments, in one step: no reader sees half of it.
    func replace(_ text: String, as name: String, until deadline: MediaTime) throws(DeliveryError)
    /// A segment that no one needs any more. That it cannot be removed is no fault.
    func remove(_ name: String, until deadline: MediaTime)
    /// A playlist of an earlier broadcast beside the segments, which would send players to what is no more. Only after `open`.
    func retire(_ name: String, until deadline: MediaTime)
    /// Lets a segment that was begun go.
    func close(until deadline: MediaTime)
    /// Breaks off at `time` what blocks now; the next `open` is not meant. Any thread.
    func interrupt(by time: MediaTime)
    /// From now on no call blocks past `time`. Any thread.
    func end(by time: MediaTime)
}

extension SegmentStore {
    func retire(_ name: String, until deadline: MediaTime) { remove(name, until: deadline) }

    func replacePlaylist(_ text: String, until deadline: MediaTime) throws(DeliveryError) {
        try replace(text, as: stem + ".m3u8", until: deadline)
    }
}
