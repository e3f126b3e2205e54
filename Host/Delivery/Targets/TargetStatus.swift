public import Platform
public import Protocols

/// One target at one moment.
public struct TargetStatus: Sendable, Hashable {
    public let id: Int
    /// The address without its secrets; of a recording whose names follow the time the file, once it is begun.
    public let maskedURL: String
    /// Of a recording the file that is written, or was written last; `nil` before the first.
    public let file: String?
    public let state: TargetState
    public let bytesSent: Int
    public let packetsSent: Int
    public let picturesSent: Int
    /// How much of the stream's time was sent.
    public let sentTime: Duration
    /// Whether it gets no picture.
    public let isSoundAlone: Bool
    public let droppedPictures: Int
    public let droppedSounds: Int
    public let queuedBytes: Int
    public let queued: Duration
    public let selection: StreamSelection
    public let link: LinkFigures
    public let reconnects: Int
    /// Connections that broke and attempts that failed, since the beginning.
    public let losses: Int
    /// Attempts that failed since media was last sent.
    public let failedAttempts: Int
    /// When the next attempt is due, while it waits for one.
    public let nextAttempt: MediaTime?
    /// Over the last second or so, of what leaves in segments over the last of them; 0 when not live.
    public let kilobitsPerSecond: Int
    /// Whether it is encrypted, and any certificate is taken: anyone who sits in between may read stream and key.
    public let isUnchecked: Bool
    /// How often the hook gave a fresh address, and how often it failed to.
    public let freshAddresses: Int
    public let hookFailures: Int
    /// What was wrong with the hook when it failed last.
    public let hookError: DeliveryError?
    /// The last failure, also of an attempt that was made good since.
    public let lastError: DeliveryError?
}
