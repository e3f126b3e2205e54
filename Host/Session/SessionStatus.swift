/// What is running, at one moment: what `splitcast status --json` prints and the page shows. Times in seconds, rates in
/// bits a second, levels in dBFS. Field names are part of the interface: add, never rename.
public struct SessionStatus: Codable, Sendable {
    public struct Agent: Codable, Sendable {
        public var id: UInt32
        public var pid: Int32
        public var backend: String
        public var screen: String
        /// `notAvailable`, `ready`, `started` or `closed`.
        public var state: String
        public var isPaused: Bool
        /// Whether its frames are on the canvas.
        public var isLive: Bool
        /// "1920x1080"; empty until it said so.
        public var size: String
        public var orientation: String
        public var attachedForSeconds: Double
        public var frames: UInt64
        /// Changes that waited for a slot, and frames replaced by newer ones before they were used.
        public var waitedForSlot: UInt64
        public var superseded: UInt64
        public var grabbedPixels: UInt64
        /// Private memory of the process, in KiB.
        public var privateKiB: Int
    }

    public struct DepartedAgent: Codable, Sendable {
        public var id: UInt32
        public var pid: Int32
        public var backend: String
        public var endReason: String
        public var message: String
        public var secondsAgo: Double
    }

    public struct Picture: Codable, Sendable {
        public var size: String
        public var maxFps: Int
        /// Frames encoded in the last second.
        public var fps: Double
        public var framesEncoded: UInt64
        /// Of those, frames sent though nothing had changed.
        public var keepAlives: UInt64
        public var keyframes: UInt64
        /// Frames that could not be encoded, with the cause of the last one in `lastError`.
        public var failed: UInt64
        public var encodeMillisecondsMedian: Double
        public var encodeMillisecondsWorst: Double
        public var lastError: String
    }

    public struct Microphone: Codable, Sendable {
        /// `none`, `opening`, `live`, `absent` or `lost`.
        public var state: String
        public var device: String
        public var isMuted: Bool
        public var level: Double
        public var peakDbfs: Double
        public var rmsDbfs: Double
        public var driftPpm: Double
        public var silenceMilliseconds: Double
    }

    public struct Target: Codable, Sendable {
        public var id: Int
        /// With keys masked.
        public var url: String
        /// `idle`, `connecting`, `connected`, `live`, `reconnecting`, `failed` or `closed`.
        public var state: String
        public var bitRate: Double
        public var bytesSent: UInt64
        public var droppedFrames: UInt64
        public var queuedMilliseconds: Double
        public var reconnects: Int
        public var lastError: String
    }

    public struct Delay: Codable, Sendable {
        /// From the capture of a frame to its packet being handed to the targets.
        public var medianMilliseconds: Double
        public var p95Milliseconds: Double
        public var worstMilliseconds: Double
    }

    public var version: String
    public var group: String
    public var pid: Int32
    public var uptimeSeconds: Double
    /// `waiting` (no frame yet), `live`, `holding` (the last frame, its agent gone) or `stopping`.
    public var state: String
    /// Encoded picture and sound, in bits a second over the last second.
    public var bitRate: Double
    /// Everything that was dropped anywhere, summed.
    public var dropped: UInt64
    public var agents: [Agent]
    public var departed: [DepartedAgent]
    public var picture: Picture
    public var microphone: Microphone
    public var targets: [Target]
    public var delay: Delay
    /// Where the page is served; empty when it is off.
    public var page: String
}
