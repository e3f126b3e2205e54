import CMedia
import CaptureKit
import Platform
import Synchronization

/// Between the thread that decodes and the thread that captures: pictures that are ready one way, empty ones the other.
///
/// These few pictures are all the memory that decoding ahead takes: when all are full, the decoder waits.
final class DecodePipeline: @unchecked Sendable {
    // @unchecked: the source belongs to the decoding thread; `isLive` is written before the first picture is ready, `end` before `hasEnded`.

    /// One is shown, one is due next, one is being decoded.
    static let pictureCount = 3

    /// Opens what is decoded, on the decoding thread; gives up when its patience ends.
    typealias Opening = @Sendable (Patience) throws(CaptureError) -> any PictureSource

    /// Consumer: the capture thread.
    let ready = SPSCRing<DecodedPicture>(capacity: DecodePipeline.pictureCount)
    /// Producer: the capture thread.
    private let free = SPSCRing<DecodedPicture>(capacity: DecodePipeline.pictureCount)
    /// Something is ready, or the pipeline has ended.
    let wakeup: Wakeup
    /// Capture thread, once a picture is ready: whether pictures are to be shown as they come.
    private(set) var isLive = false
    private let room: Wakeup
    /// The audio beside the pictures; `nil` where there is none.
    let audio: TrackPipeline?
    private var lap = 0
    private let open: Opening
    private let isLooping: Bool
    private let patience = Patience()
    private let converter = PictureConverter()
    private var timeline = Timeline()
    /// What the newest picture was placed at, and how long it stays.
    private var last = (time: Duration.zero, count: 0)
    private let mayBegin = Atomic<Bool>(false)
    private let isStopping = Atomic<Bool>(false)
    private let hasEnded = Atomic<Bool>(false)
    private let skipped = Mutex<SkippedPackets?>(nil)
    private var end = End.finished(at: .zero, pictures: 0)

    enum End {
        /// After the last of so many pictures, which stays until then.
        case finished(at: Duration, pictures: Int)
        case failed(CaptureError)
    }

    init(isLooping: Bool, audio: TrackPipeline? = nil, _ open: @escaping Opening) throws(CaptureError) {
        (self.isLooping, self.audio, self.open) = (isLooping, audio, open)
        do throws(SystemError) { (wakeup, room) = (try Wakeup(), try Wakeup()) } catch { throw CaptureError(.failed, "\(error)", cause: error) }
        for _ in 0..<Self.pictureCount { _ = free.push(try DecodedPicture()) }
    }

    /// What of the source was broken so far. Any thread.
    var broken: (total: Int, position: Duration) { skipped.withLock { $0 }?.tally ?? (0, .zero) }

    /// Capture thread: how the pipeline ended, once nothing more will be ready than is.
    var ending: End? { hasEnded.load(ordering: .acquiring) ? end : nil }

    /// Capture thread: a picture that is not needed any more.
    func giveBack(_ picture: DecodedPicture) {
        _ = free.push(picture)
        room.signal()
    }

    /// Any thread: `run`, which has waited for this, opens what it decodes.
    func begin() {
        mayBegin.store(true, ordering: .releasing)
        room.signal()
    }

    /// Any thread: `run` returns soon.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        patience.end()
        audio?.stop()
        room.signal()
    }

    /// The decoding thread's work: until the end, a failure, or `stop`.
    @available(*, noasync)
    func run() {
        while !mayBegin.load(ordering: .acquiring) {
            if isStopping.load(ordering: .acquiring) { return }
            _ = room.wait()
        }
        do throws(CaptureError) {
            let source = try open(patience)
            isLive = source.isLive
            skipped.withLock { $0 = source.skipped }
            try decode(source)
        } catch { conclude(.failed(error)) }
    }

    @available(*, noasync)
    private func decode(_ source: any PictureSource) throws(CaptureError) {
        while !isStopping.load(ordering: .acquiring) {
            guard let picture = free.pop() else {
                _ = room.wait()
                continue
            }
            guard try decode(source, into: picture) else {
                guard last.count > 0 else { throw source.isPictureless }
                return conclude(.finished(at: last.time + source.frameDuration, pictures: last.count))
            }
            _ = ready.push(picture)
            wakeup.signal()
        }
    }

    private func conclude(_ end: End) {
        self.end = end
        hasEnded.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// - Returns: false at the end.
    private func decode(_ source: any PictureSource, into picture: DecodedPicture) throws(CaptureError) -> Bool {
        av_frame_unref(picture.frame)
        if try !source.next(into: picture.frame) {
            guard isLooping, last.count > 0 else { return false }
            try source.rewind()
            timeline.restart()
            lap += 1
            guard try source.next(into: picture.frame) else { return false }
        }
        try picture.prepare(converter, orientation: source.orientation, name: source.name)
        let own = source.time(of: picture.frame)
        picture.time = timeline.place(own, step: source.frameDuration)
        audio?.place(lap: lap, own: own, placed: picture.time)
        last = (picture.time, last.count + 1)
        return true
    }
}
