public import Platform

/// A source whose caller feeds it samples and their capture times, from any thread, one at a time: followed on the
/// mixer's clock as a device is. Times that jitter from block to block are to be made even before.
public final class FedSource: AudioSource {
    public let name: String
    private let followed: FollowedSource

    public init(name: String) {
        self.name = name
        followed = FollowedSource(name: name, hasExactTimes: true)
    }

    /// Adds interleaved stereo at 48 kHz; `nil` is silence. Neither waits nor allocates. Blocks of 10 ms or less let the clock
    /// be followed well; after ten of them, however fast they came, the source can be heard.
    ///
    /// - Parameter time: when the first sample frame was captured; a jump is repaired, and one of more than 60 ms is a gap.
    /// - Returns: false when there was no room, which is two thirds of a second, and the block was dropped.
    @discardableResult
    public func feed(_ samples: UnsafePointer<Float>?, sampleFrames: Int, capturedAt time: MediaTime) -> Bool {
        followed.ring.write(samples, sampleFrames: sampleFrames, capturedAt: time)
    }

    public func pull(_ time: MediaTime, isCatchingUp: Bool, into samples: UnsafeMutablePointer<Float>) {
        followed.pull(time, isCatchingUp: isCatchingUp, into: samples)
    }

    /// How well it is followed; any thread.
    public var driftPPM: Double { followed.figures.driftPPM }
    public var lateBy: Duration { followed.figures.lateBy }
    public var resyncs: Int { followed.figures.resyncs }
    public var underruns: Int { followed.figures.underruns }
    public var silence: Duration { followed.figures.silence }
    public var dropped: Duration { AudioFormat.span(ofSampleFrames: followed.ring.droppedSampleFrames) }
}
