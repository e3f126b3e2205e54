import Codec
import Delivery
import DeliveryFixtures
import MediaFixtures
import Synchronization

/// Pictures and audio through the real encoders, the fan-out and targets, faster than life.
final class Broadcast: Sendable {
    let fanOut: FanOut
    let streams: [StreamDescription]
    private let feed: MediaFeed
    private let targets: TargetList

    private final class TargetList: Sendable { let all = Mutex<[Target]>([]) }

    /// - Parameters:
    ///   - speed: media seconds per second.
    ///   - sent: what is encoded; without H.264, pictures are counted but not made.
    ///   - waitsForTargets: goes no faster than the slowest target that is connected, so that none has to drop anything.
    init(fps: Int = 30, speed: Int = 4, sending sent: Set<Coding> = [.h264, .aac], waitsForTargets: Bool = false) throws {
        targets = TargetList()
        let media = try TestMedia(fps: 30, alsoOpus: sent.contains(.opus))
        streams = [media.video.stream, media.audio.stream].filter { sent.contains($0.coding) } + (media.opus.map { [$0.stream] } ?? [])
        fanOut = try FanOut(sent, keyframes: KeyframeRequests())
        try fanOut.start()
        feed = try MediaFeed(media, to: fanOut, sent, fps: fps, speed: speed) { [targets] in
            waitsForTargets && targets.all.withLock { $0 }.contains(where: Self.isBehind)
        }
    }

    /// What is to go out with the pictures.
    var messages: MessageTrack { feed.messages }
    /// Pictures encoded so far.
    var pictures: Int { feed.pictures }
    var keyframeCount: Int { feed.keyframeCount }

    /// True when `count` more pictures were encoded.
    func goesOn(pictures count: Int) -> Bool { feed.goesOn(pictures: count) }

    /// - Parameter codings: which of the streams it gets; `nil` for all.
    func add(_ address: String, getting codings: Set<Coding>? = nil, _ change: (inout TargetSettings) -> Void = { _ in }) throws -> Target {
        var settings = TargetSettings()
        settings.reconnect = ReconnectPolicy(.fixed(.milliseconds(200)))
        change(&settings)
        let id = targets.all.withLock { $0.count }
        let streams = streams.filter { codings?.contains($0.coding) ?? true }
        let target = try Target(id: id, url: TargetURL(parsing: address), streams: streams, settings: settings) { [fanOut] in
            fanOut.keyframes.request()
        }
        try target.start()
        _ = fanOut.add(target)
        targets.all.withLock { $0.append(target) }
        return target
    }

    /// Ends everything in order; targets write their endings.
    func end() {
        feed.stop()
        fanOut.stop()
        let targets = targets.all.withLock { $0 }
        for target in targets { target.stop() }
        for target in targets { target.join() }
    }

    /// Whether a target has more to send than half a second of media.
    private static func isBehind(_ target: Target) -> Bool { target.status.state == .live && target.status.queued > .milliseconds(500) }
}
