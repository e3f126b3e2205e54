import CMedia
import CaptureKit
import Platform
import Synchronization

/// Between the thread that decodes and the thread that captures: pictures that are ready one way, empty ones the other.
///
/// These few pictures are all the memory that decoding ahead takes: when all are full, the decoder waits.
final class DecodePipeline: @unchecked Sendable {
    // @unchecked: the source belongs to the decoding thread once that runs; `failure` is written before `ending`, and read after it.

    /// One is shown, one is due next, one is being decoded.
    static let pictureCount = 3

    /// Consumer: the capture thread.
    let ready = SPSCRing<DecodedPicture>(capacity: DecodePipeline.pictureCount)
    /// Producer: the capture thread.
    private let free = SPSCRing<DecodedPicture>(capacity: DecodePipeline.pictureCount)
    /// Something is ready, or the pipeline has ended.
    let wakeup: Wakeup
    private let room: Wakeup
    private let source: any PictureSource
    private let isLooping: Bool
    private let converter = PictureConverter()
    private var timeline = Timeline()
    /// What the newest picture was placed at, and how long it stays.
    private var last = (time: Duration.zero, count: 0)
    private let isStopping = Atomic<Bool>(false)
    private let hasEnded = Atomic<Bool>(false)
    private var end = End.finished(at: .zero, pictures: 0)

    enum End {
        /// After the last of so many pictures, which stays until then.
        case finished(at: Duration, pictures: Int)
        case failed(CaptureError)
    }

    /// Decodes the first picture, on the calling thread.
    init(_ source: any PictureSource, isLooping: Bool) throws(CaptureError) {
        (self.source, self.isLooping) = (source, isLooping)
        do throws(SystemError) { (wakeup, room) = (try Wakeup(), try Wakeup()) } catch { throw CaptureError(.failed, "\(error)", cause: error) }
        for _ in 1..<Self.pictureCount { _ = free.push(try DecodedPicture()) }
        let first = try DecodedPicture()
        guard try decode(into: first) else { throw CaptureError(.unsupported, "\(source.name) holds no picture that can be decoded") }
        _ = ready.push(first)
        wakeup.signal()
    }

    /// What of the source was broken so far. Any thread.
    var broken: (total: Int, position: Duration) { source.skipped.tally }

    /// Capture thread: how the pipeline ended, once nothing more will be ready than is.
    var ending: End? { hasEnded.load(ordering: .acquiring) ? end : nil }

    /// Capture thread: a picture that is not needed any more.
    func giveBack(_ picture: DecodedPicture) {
        _ = free.push(picture)
        room.signal()
    }

    /// Any thread: `run` returns soon.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        source.patience.end()
        room.signal()
    }

    /// The decoding thread's work: until the end, a failure, or `stop`.
    @available(*, noasync)
    func run() {
        while !isStopping.load(ordering: .acquiring) {
            guard let picture = free.pop() else {
                _ = room.wait()
                continue
            }
            do throws(CaptureError) {
                guard try decode(into: picture) else { return conclude(.finished(at: last.time + source.frameDuration, pictures: last.count)) }
            } catch { return conclude(.failed(error)) }
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
    private func decode(into picture: DecodedPicture) throws(CaptureError) -> Bool {
        av_frame_unref(picture.frame)
        if try !source.next(into: picture.frame) {
            guard isLooping, last.count > 0 else { return false }
            try source.rewind()
            timeline.restart()
            guard try source.next(into: picture.frame) else { return false }
        }
        try picture.prepare(converter, orientation: source.orientation, name: source.name)
        picture.time = timeline.place(source.time(of: picture.frame), step: source.frameDuration)
        last = (picture.time, last.count + 1)
        return true
    }
}
