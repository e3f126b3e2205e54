import CaptureKit
import Frames
import Platform

/// Pictures that have to be decoded, on a thread of its own: a file, an address, a camera that compresses.
final class DecodedFeed: PictureFeed {
    let name: String
    private let pipeline: DecodePipeline
    private let isLive: Bool
    private var clock: FrameClock
    private var held: DecodedPicture
    private var worker: Worker?
    private var watch = SourceWatch()
    /// Pictures taken so far.
    private var pictures = 0

    /// Waits until the first picture is there.
    /// - Throws: what the source throws.
    init(_ source: any PictureSource, isLooping: Bool = false) throws(CaptureError) {
        (name, isLive) = (source.name, source.isLive)
        pipeline = try DecodePipeline(source, isLooping: isLooping)
        guard let first = pipeline.ready.pop() else { throw CaptureError(.failed, "\(source.name): the first picture was lost") }
        held = first
        clock = FrameClock(isLive: source.isLive)
        clock.show(first.time, at: .now())
    }

    deinit {
        pipeline.stop()
        worker?.join()
    }

    var geometry: FrameGeometry { held.geometry }
    var orientation: Orientation { held.orientation }
    var descriptor: Int32? { pipeline.wakeup.descriptor }

    /// The pictures of this process, and as many more as decoders commonly keep to decode others from.
    var memoryBytes: Int { (DecodePipeline.pictureCount + 6) * geometry.frameBytes }

    var nextEventTime: MediaTime? {
        if let next = pipeline.ready.peek() { return clock.dueTime(of: next.time, at: .now()) }
        guard case .finished(let time, let pictures)? = pipeline.ending, pictures > 1 else { return nil }
        return clock.dueTime(of: time, at: .now())
    }

    func begin() throws(CaptureError) {
        guard worker == nil else { return }
        let pipeline = pipeline
        do throws(SystemError) { worker = try Worker(name: "decode", stackBytes: 2 << 20) { pipeline.run() } } catch {
            throw CaptureError(.failed, "\(name) cannot be decoded: \(error)", cause: error)
        }
    }

    func takeEvents() throws(CaptureError) -> ScreenEvents {
        pipeline.wakeup.drain()
        let now = MediaTime.now()
        // Asked first: nothing comes after it.
        let ending = pipeline.ending
        var events: ScreenEvents = []
        while let next = pipeline.ready.peek(), clock.isDue(next.time, at: now) {
            _ = pipeline.ready.pop()
            if next.geometry != held.geometry || next.orientation != held.orientation { events.insert(.geometryChanged) }
            pipeline.giveBack(held)
            held = next
            pictures += 1
            clock.show(next.time, at: now)
            events.insert(.damaged)
        }
        if events.isEmpty, pipeline.ready.peek() == nil, let ending { try end(ending, at: now) }
        return events
    }

    func takeRemark(at now: MediaTime) -> Remark? {
        let isAwaited = worker != nil && pipeline.ending == nil && pipeline.ready.peek() == nil
        guard let found = watch.look(pictures: pictures, isAwaited: isAwaited, broken: pipeline.broken, at: now) else { return nil }
        return Remark(found, about: name)
    }

    private func end(_ ending: DecodePipeline.End, at now: MediaTime) throws(CaptureError) {
        switch ending {
        case .failed(let error): throw error
        // Its sender may send again.
        case .finished where isLive: throw CaptureError(.screenGone, "\(name) has ended")
        // A single picture is a still: it stays.
        case .finished(_, pictures: 1): return
        case .finished(let time, _):
            guard clock.isDue(time, at: now) else { return }
            let broken = pipeline.broken.total
            throw CaptureError(.finished, "\(name) has ended" + (broken > 0 ? "; broken packets that were skipped: \(broken)" : ""))
        }
    }

    func copy(into slot: UnsafeMutableRawPointer) -> MediaTime {
        let now = MediaTime.now()
        held.copy(into: slot)
        clock.grabbed(at: now)
        return now
    }
}
