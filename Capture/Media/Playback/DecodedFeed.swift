import CaptureKit
import Frames
import Platform

/// Pictures that have to be decoded, on a thread of its own: a file, an address, a camera that compresses.
final class DecodedFeed: PictureFeed {
    /// What stands for a picture before the first.
    private static let nothing = FrameGeometry(size: PixelSize(width: 1, height: 1))!

    /// Of pictures whose size is not known before: 1080p.
    static let usualFrameBytes = 1920 * 1080 * 3 / 2

    let name: String
    let panel: (any SettableCamera)?
    private let frameBytes: Int
    private let ownBytes: Int
    private let pipeline: DecodePipeline
    /// `nil` before the first picture.
    private var clock: FrameClock?
    private var held: DecodedPicture?
    private var worker: Worker?
    private var watch = SourceWatch()
    private var voice: TrackVoice?
    /// Pictures taken so far.
    private var pictures = 0

    /// - Parameters:
    ///   - name: for people.
    ///   - frameBytes: of a picture, as it is expected to be.
    ///   - ownBytes: what else this feed takes, in processes of its own.
    ///   - audio: takes the audio beside the pictures; `nil` where there is none.
    ///   - panel: of a camera that compresses.
    ///   - open: called on the thread that decodes, when this process is confined.
    init(
        _ name: String, frameBytes: Int, ownBytes: Int = 0, isLooping: Bool = false, audio: TrackPipeline? = nil,
        panel: (any SettableCamera)? = nil, _ open: @escaping DecodePipeline.Opening
    ) throws(CaptureError) {
        (self.name, self.frameBytes, self.ownBytes, self.panel) = (name, frameBytes, ownBytes, panel)
        pipeline = try DecodePipeline(isLooping: isLooping, audio: audio, open)
    }

    deinit {
        pipeline.stop()
        worker?.join()
    }

    var isOpen: Bool { held != nil }
    var geometry: FrameGeometry { held?.geometry ?? Self.nothing }
    var orientation: Orientation { held?.orientation ?? .up }
    var descriptor: Int32? { pipeline.wakeup.descriptor }

    /// The pictures of this process, and as many more as decoders commonly keep to decode others from.
    var memoryBytes: Int {
        (DecodePipeline.pictureCount + 6) * (held?.geometry.frameBytes ?? frameBytes) + ownBytes + (pipeline.audio == nil ? 0 : TrackPipeline.bytes)
    }

    var nextEventTime: MediaTime? {
        guard let picture = nextPictureTime else { return voice?.nextTime }
        return voice?.nextTime.map { min($0, picture) } ?? picture
    }

    private var nextPictureTime: MediaTime? {
        guard let clock else { return nil }
        if let next = pipeline.ready.peek() { return clock.dueTime(of: next.time, at: .now()) }
        switch pipeline.ending {
        // The last picture may have been taken by the same call that found the end, and no other wakes anyone.
        case .failed?: return .zero
        case .finished(let time, let pictures)? where pictures > 1 || pipeline.isLive: return clock.dueTime(of: time, at: .now())
        case .finished?, nil: return nil
        }
    }

    func begin() throws(CaptureError) {
        guard worker == nil else { return }
        let pipeline = pipeline
        do throws(SystemError) { worker = try Worker(name: "decode", stackBytes: 2 << 20) { pipeline.run() } } catch {
            throw CaptureError(.failed, "\(name) cannot be decoded: \(error)", cause: error)
        }
    }

    var hasAudio: Bool { pipeline.audio != nil }

    func speak(through push: AudioPush?) {
        voice = push.flatMap { push in pipeline.audio.map { TrackVoice($0, push) } }
        pipeline.audio?.setHeard(voice != nil)
    }

    func confined() {
        if voice == nil { pipeline.audio?.setHeard(false) }
        pipeline.begin()
    }

    func takeEvents() throws(CaptureError) -> ScreenEvents {
        pipeline.wakeup.drain()
        let now = MediaTime.now()
        // Asked first: nothing comes after it.
        let ending = pipeline.ending
        var events: ScreenEvents = []
        if held == nil, let first = pipeline.ready.pop() {
            clock = FrameClock(isLive: pipeline.isLive)
            show(first, at: now)
            events = [.geometryChanged, .damaged]
        }
        while let clock, let next = pipeline.ready.peek(), clock.isDue(next.time, at: now) {
            _ = pipeline.ready.pop()
            if next.geometry != geometry || next.orientation != orientation { events.insert(.geometryChanged) }
            show(next, at: now)
            events.insert(.damaged)
        }
        if let clock { voice?.speak(by: clock, at: now) }
        if events.isEmpty, pipeline.ready.peek() == nil, let ending { try end(ending, at: now) }
        return events
    }

    func takeRemark(at now: MediaTime) -> Remark? {
        let isAwaited = worker != nil && pipeline.ending == nil && pipeline.ready.peek() == nil
        guard let found = watch.look(pictures: pictures, isAwaited: isAwaited, broken: pipeline.broken, at: now) else { return nil }
        return Remark(found, about: name)
    }

    private func show(_ picture: DecodedPicture, at now: MediaTime) {
        if let held { pipeline.giveBack(held) }
        held = picture
        pictures += 1
        clock?.show(picture.time, at: now)
    }

    private func end(_ ending: DecodePipeline.End, at now: MediaTime) throws(CaptureError) {
        switch ending {
        case .failed(let error): throw error
        // Its sender may send again.
        case .finished where pipeline.isLive: throw CaptureError(.screenGone, "\(name) has ended")
        // A single picture is a still: it stays.
        case .finished(_, pictures: 1): return
        case .finished(let time, _):
            guard clock?.isDue(time, at: now) ?? true else { return }
            let broken = pipeline.broken.total
            throw CaptureError(.finished, "\(name) has ended" + (broken > 0 ? "; broken packets that were skipped: \(broken)" : ""))
        }
    }

    func copy(into slot: UnsafeMutableRawPointer) -> MediaTime {
        let now = MediaTime.now()
        held?.copy(into: slot)
        clock?.grabbed(at: now)
        return now
    }
}
