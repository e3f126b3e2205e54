public import Platform

/// What is running, at one moment: what `splitcast status --json` prints and the page shows. Times in seconds, rates in
/// bits a second, levels in dBFS. Field names are part of the interface: add, never rename.
public struct SessionStatus: Codable, Sendable {
    public struct Agent: Codable, Sendable {
        public var id: UInt32
        public var pid: Int32
        public var backend: String
        public var screen: String
        /// Any text of the agent's own; may be empty.
        public var extra: String
        public var place: String
        /// `notAvailable`, `ready`, `started` or `closed`.
        public var state: String
        /// The same as a number, 0...3.
        public var status: Int
        public var isPaused: Bool
        /// Whether its frames are on the canvas.
        public var isLive: Bool
        /// Whether it waits behind the live one.
        public var isStandby: Bool
        /// Whether what it captures gives nothing for now, as it says.
        public var isStalled: Bool
        /// "1920x1080"; empty until it said so.
        public var size: String
        public var orientation: String
        public var attachedForSeconds: Double
        public var frames: UInt64
        /// Changes that waited for a slot, and frames replaced by newer ones before they were used.
        public var waitedForSlot: UInt64
        public var superseded: UInt64
        public var grabbedPixels: UInt64
        /// Notices that came too late to count: of replaced memory, or after it was told to stop.
        public var staleNotices: UInt64
        /// Messages of kinds that this host does not know.
        public var unknownMessages: UInt64
        /// Private memory of the process, in KiB.
        public var privateKiB: Int
        public var memory: Memory
        /// What holds it: `noNewPrivileges`, `filteredCalls`, `noFiles`, `logsOnly`; empty for nothing.
        public var confinement: [String]
    }

    /// What an agent's memory comes to, in KiB. Anonymous and kernel memory count; file pages can be dropped at any time.
    public struct Memory: Codable, Sendable {
        /// What the agent said it needs.
        public var needKiB: Int
        /// 0 for no limit.
        public var limitKiB: Int
        /// What enforces the limit: `cgroup v1`, `cgroup v2`, `systemd scope`, `resource limits`; empty for nothing.
        public var limitKind: String
        public var anonymousKiB: Int
        public var kernelKiB: Int
        public var fileKiB: Int
        /// The most that its memory cgroup was ever charged; 0 where it has none of its own.
        public var peakKiB: Int
    }

    public struct DepartedAgent: Codable, Sendable {
        public var id: UInt32
        public var pid: Int32
        public var backend: String
        public var endReason: String
        public var message: String
        public var secondsAgo: Double
        public var attachedForSeconds: Double
        public var frames: UInt64
    }

    public struct Picture: Codable, Sendable {
        public var size: String
        public var maxFps: FrameRate
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

    /// How the picture's bit rate follows the links, in bits a second.
    public struct Rate: Codable, Hashable, Sendable {
        public var isAdaptive: Bool
        /// `sharp`, `smooth`, `desktop` or `custom`.
        public var quality: String
        /// What the encoder was told last; below the floor at a degradation level.
        public var bitsPerSecond: Int
        public var ceiling: Int
        public var floor: Int
        /// What of the picture is sent: `full`, `lessFrames`, `lowerSize`, `poorPicture` or `soundAlone`.
        public var stair: String
        /// Frames a second, at most, for want of a link or of time to encode them.
        public var maxFps: FrameRate
        /// Of the canvas's sides.
        public var sizePercent: Int
        /// The target whose link the bit rate follows; absent while none is live.
        public var governingTarget: Int?
        public var isPoor: Bool
        /// How much work goes into each picture at most, and how much does now: less where the machine is too slow.
        public var preset: String
        public var effort: String

        public init(
            isAdaptive: Bool, quality: String, bitsPerSecond: Int, ceiling: Int, floor: Int, stair: String, maxFps: FrameRate, sizePercent: Int,
            governingTarget: Int?, isPoor: Bool, preset: String, effort: String
        ) {
            (self.isAdaptive, self.quality, self.bitsPerSecond, self.ceiling, self.floor) = (isAdaptive, quality, bitsPerSecond, ceiling, floor)
            (self.stair, self.maxFps, self.sizePercent) = (stair, maxFps, sizePercent)
            (self.governingTarget, self.isPoor) = (governingTarget, isPoor)
            (self.preset, self.effort) = (preset, effort)
        }
    }

    /// One encoding of the canvas, while it runs.
    public struct Encoding: Codable, Sendable {
        /// `main` for the one that the broadcast's own options describe.
        public var name: String
        /// What it is encoded in; empty until its encoder is open.
        public var size: String
        public var codec: String
        /// `420`, or `444` where each pixel has its own colour.
        public var pixel: String
        /// What encodes it now.
        public var encoder: String
        /// Why that is another encoder than the one that was asked for; empty where it is that one.
        public var encoderProblem: String
        /// The rate factor, where it has that instead of a bit rate.
        public var constantQuality: Double?
        /// Pictures encoded in the last second.
        public var fps: Double
        /// Of the picture, in bits a second over the last second.
        public var bitRate: Double
        public var framesEncoded: UInt64
        public var failed: UInt64
        public var encodeMillisecondsMedian: Double
        public var encodeMillisecondsWorst: Double
        public var lastError: String
        /// Absent until there is a picture, and with `constantQuality`.
        public var rate: Rate?
        /// The numbers of the targets that get it.
        public var targets: [Int]
    }

    /// The microphone in short; `audio` has all about it.
    public struct Microphone: Codable, Sendable {
        static let none = "none"
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
        /// Of a recording the file that is written, or was written last; absent before the first and for what is no recording.
        public var file: String?
        /// `idle`, `connecting`, `connected`, `live`, `reconnecting`, `paused`, `failed` or `closed`.
        public var state: String
        public var bitRate: Double
        public var bytesSent: UInt64
        /// Pictures that were sent or written; 0 where the target gets none.
        public var picturesSent: UInt64
        /// How much of the broadcast it got: a pause and the time without a connection are no part of it.
        public var sentSeconds: Double
        /// Pictures; packets of audio where the target gets no picture.
        public var droppedFrames: UInt64
        public var queuedMilliseconds: Double
        /// Of the way to its server and back; absent where no one tells.
        public var roundTripMilliseconds: Double?
        /// Of the picture and audio, what it gets: `everything`, `keyframes` (and the audio) or `sound`.
        public var diet = "everything"
        public var reconnects: Int
        public var lastError: String
        /// The name of the encoding that it gets.
        public var encoding = "main"
        /// What it is of a ladder; absent for a target by itself.
        public var rendition: Rendition?
    }

    /// One of the streams that a master playlist offers. What is measured is 0, and text empty, before its first segment is listed.
    public struct Rendition: Codable, Hashable, Sendable {
        /// The address of the master playlist, with keys masked.
        public var ladder: String
        /// "720p", "audio-mix".
        public var name: String
        /// "1280x720"; empty for audio.
        public var size: String
        /// As the master names it: "avc1.64001F".
        public var codec: String
        /// In bits a second, of the largest segment and of all.
        public var peakBitRate: Int
        public var averageBitRate: Int
        public var segments: Int

        public init(
            ladder: String, name: String, size: String, codec: String, peakBitRate: Int, averageBitRate: Int, segments: Int
        ) {
            (self.ladder, self.name, self.size, self.codec) = (ladder, name, size, codec)
            (self.peakBitRate, self.averageBitRate, self.segments) = (peakBitRate, averageBitRate, segments)
        }
    }

    /// What could be saved of the replay.
    public struct Replay: Codable, Hashable, Sendable {
        /// Held now, and at most.
        public var seconds: Double
        public var limitSeconds: Double
        public var bytes: Int
        public var limitBytes: Int

        public init(seconds: Double, limitSeconds: Double, bytes: Int, limitBytes: Int) {
            (self.seconds, self.limitSeconds, self.bytes, self.limitBytes) = (seconds, limitSeconds, bytes, limitBytes)
        }
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
    /// `waiting` (no frame yet), `live`, `holding` (the last frame: its agent is gone, or gives nothing for now), `slate` (a stand-in picture:
    /// no agent is there for longer, or the one that is has shown nothing yet), `paused` or `stopping`.
    public var state: String
    /// Encoded picture and audio, in bits a second over the last second.
    public var bitRate: Double
    /// Everything that was dropped anywhere, summed.
    public var dropped: UInt64
    /// What is sent: `both`, `audioOnly` or `videoOnly`.
    public var streams = "both"
    public var agents: [Agent]
    public var departed: [DepartedAgent]
    public var picture: Picture
    /// Absent until there is a picture.
    public var rate: Rate?
    /// What is captured, the screen first, and where each is shown.
    public var sources: [Source]
    /// What is laid over them, each above those before.
    public var overlays: [Overlay]
    public var filters: [Filter]
    public var background: Background
    /// Absent while nothing is lost.
    public var loss: Loss?
    /// Absent while the desktop is seen by its own user, and where nothing tells.
    public var desktop: Desktop?
    /// Absent where logind is asked for nothing, or is not there.
    public var inhibition: Inhibition?
    /// Absent in a broadcast without commands of `--on`.
    public var hooks: Hooks?
    /// Those that run, in the order in which they were made; `picture` and `rate` are the main one's, or the first's where no target wants that.
    public var encodings: [Encoding] = []
    public var microphone: Microphone
    /// Absent in a broadcast without audio.
    public var audio: AudioStatus?
    public var targets: [Target]
    /// Absent in a broadcast without a replay.
    public var replay: Replay?
    public var delay: Delay
    /// Where the page is served; empty when it is off.
    public var page: String
    /// Where the page's server shows the ladder in parts; absent without one.
    public var ladder: String?
    /// The name of the scene that was shown last, also at the start; absent before any was.
    public var scene: String?
}
