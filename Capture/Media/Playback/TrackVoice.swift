import CaptureKit
import Platform

/// Says the audio beside the pictures to the host's mix, each block a little before it is due: by the clock by which the pictures are shown, so
/// that both are together, stand still together and go on together. Capture thread only.
struct TrackVoice {
    /// So long before it is heard a block is handed over; the host takes up to 400 ms.
    private static let ahead = Duration.milliseconds(200)
    /// How often it is looked at.
    private static let interval = Duration.milliseconds(80)
    /// Later than this, it is not worth being heard.
    private static let mostLateness = Duration.milliseconds(500)

    private let pipeline: TrackPipeline
    private let push: AudioPush
    private var delay = LiveAudioDelay()
    /// When `speak` wants to be called; `nil` while nothing is due.
    private(set) var nextTime: MediaTime?

    init(_ pipeline: TrackPipeline, _ push: AudioPush) { (self.pipeline, self.push) = (pipeline, push) }

    mutating func speak(by clock: FrameClock, at now: MediaTime) {
        nextTime = clock.isRunning(at: now) ? now + Self.interval : nil
        guard push.isOpen else { return pipeline.setHeard(false) }
        while let block = pipeline.ready.peek() {
            switch pipeline.place(of: block) {
            case .unknown: return
            case .nowhere: break
            case .at(let place):
                // No picture is grabbed: it stands still.
                guard let due = clock.hearingTime(of: place, at: now), due <= now + Self.ahead else { return }
                guard let time = clock.isLive ? delay.hear(due: due, at: now) : now - due > Self.mostLateness ? nil : due else { break }
                // Full: the next look sends it.
                guard push.send(block.bytes, at: time) else { return }
            }
            if let taken = pipeline.ready.pop() { pipeline.giveBack(taken) }
        }
    }
}
