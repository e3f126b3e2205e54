import Platform

/// A run of sample frames that arrived together: where it stands in its stream, and when its first one was captured.
struct SampleBlock: Hashable, Sendable {
    /// Position of the first sample frame, counted from the first that was ever written to the ring.
    var position: Int64
    var sampleFrames: Int
    var capturedAt: MediaTime
}
