/// Something recorded from the sound server at one moment; the counters only rise.
public struct AudioDeviceStatistics: Hashable, Sendable {
    public let status: AudioDeviceStatus
    /// Parts per million by which the device's clock runs faster than ours.
    public let driftPPM: Double
    /// How much later than the mixer's delay this device plays, because its audio arrives that late (Bluetooth).
    public let lateBy: Duration
    /// How old its audio is when it comes, where that is too late for any of it to be heard; else zero.
    public let tooLateBy: Duration
    /// Jumps repaired by a cross-fade.
    public let resyncs: Int
    /// Times that a stream ran dry; for applications, that one paused or ended too.
    public let underruns: Int
    /// Silence sent instead, the time before its first audio included.
    public let silence: Duration
    /// Audio captured while nothing pulled it.
    public let dropped: Duration
}
