import Platform

/// The one format inside the host: 48 kHz, 32-bit float, stereo interleaved, in quanta of 10 ms.
///
/// A *sample frame* is one moment of all channels (here left and right); a *quantum* is 480 of them. Full scale is ±1.
public enum AudioFormat {
    public static let sampleRateHertz = 48_000
    public static let channels = 2
    public static let quantumSampleFrames = 480
    public static let quantum: Duration = .milliseconds(10)

    /// Floats in one quantum of interleaved stereo.
    public static let quantumFloats = quantumSampleFrames * channels
    static let bytesPerSampleFrame = channels * MemoryLayout<Float>.stride

    /// How long `sampleFrames` last, to the nanosecond below.
    public static func span(ofSampleFrames sampleFrames: Int) -> Duration {
        .nanoseconds(Int64(sampleFrames) * 62_500 / 3)
    }

    /// Start of the given quantum of a stream whose first quantum starts at `start`: exact, since a quantum is a whole
    /// number of nanoseconds.
    static func start(ofQuantum index: Int64, after start: MediaTime) -> MediaTime {
        MediaTime(nanoseconds: start.nanoseconds + index * 10_000_000)
    }
}
