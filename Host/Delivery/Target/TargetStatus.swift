/// One target at one moment.
public struct TargetStatus: Sendable, Hashable {
    public let id: Int
    /// The address without its secrets.
    public let maskedURL: String
    public let state: TargetState
    public let bytesSent: Int
    public let packetsSent: Int
    /// Whether it gets no picture.
    public let isSoundAlone: Bool
    public let droppedPictures: Int
    public let droppedSounds: Int
    public let queuedBytes: Int
    public let queued: Duration
    /// Written, but not yet gone from this machine; `nil` where unknown.
    public let unsentBytes: Int?
    public let reconnects: Int
    /// Over the last second or so; 0 when not live.
    public let kilobitsPerSecond: Int
    /// The last failure, also of an attempt that was made good since.
    public let lastError: DeliveryError?
}
