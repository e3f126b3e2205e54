public import AppGroup
public import Audio
public import Codec
public import Delivery
public import Frames
public import Hooks
public import Hotkeys
public import Picture
public import Platform
public import Portal
import Supervision

/// Everything one broadcast needs to know before it starts. The command line fills it in; `Session` checks the rest.
public struct SessionConfiguration: Sendable {
    /// How the desktop is captured.
    public enum Capture: Sendable, Hashable {
        /// The host starts this agent and watches over it: "x11" or "pattern", with the agent's own arguments.
        case agent(backend: String, arguments: [String])
        /// The host waits for agents that others start.
        case none
    }

    /// One microphone, and what it begins with.
    public struct Microphone: Sendable, Hashable {
        public var choice: MicrophoneChoice
        public var channels = ChannelMap.stereo
        public var processing: VoiceProcessing = []

        public init(_ choice: MicrophoneChoice) { self.choice = choice }

        /// In one broadcast: more than anyone plugs in; the mixer has room for as many other sources.
        public static let most = 8

        /// What the one at `index` is called: `mic`, `mic-2` and so on.
        public static func id(at index: Int) -> String { index == 0 ? "mic" : "mic-\(index + 1)" }
    }

    /// What is sent.
    public enum Streams: String, Sendable, Hashable {
        case both
        /// No agent, no picture: the stream starts at once.
        case audioOnly
        /// No microphone, no audio stream.
        case videoOnly
    }

    /// How much memory an agent that the host starts may have.
    public enum AgentMemory: Hashable, Sendable {
        /// What its kind needs: 16 MiB, and 64 MiB for `media`, which decodes.
        case byBackend
        /// The same for all, in bytes; `nil` for no limit. At least `leastAgentMemoryBytes`.
        case each(Int?)

        /// - Parameter backend: as in `splitcast-capture-BACKEND`.
        func limits(for backend: String) -> AgentLimits {
            switch self {
            case .byBackend: backend == "media" ? .decoding : .standard
            case .each(let bytes): AgentLimits(memoryBytes: bytes)
            }
        }
    }

    public var group = GroupName.standard
    public var streams = Streams.both
    public var capture = Capture.none
    /// What is captured beside the screen; names differ, and none is `screen`.
    public var sources: [SourceChoice] = []
    /// Where sources are shown, by their names: what is not said is the canvas's, or the scene's.
    public var layers: [LayerChoice] = []
    /// How the broadcast looks and sounds at first; `nil` as the other settings say.
    public var scene: Scene?
    /// What that is called.
    public var sceneName: SceneName?
    /// What is laid over the canvas at first, above the scene's.
    public var overlays: [OverlayChoice] = []
    /// What their pictures pass, in order.
    public var filters: [FilterChoice] = []
    public var agentMemory = AgentMemory.byBackend
    public var agentSandbox = AgentSandbox.strict
    /// What the desktop is asked for when an agent wants a cast.
    public var cast = CastChoice()
    /// The bus on which the desktop's portal is; `nil` for the user's session bus.
    public var sessionBus: String?
    /// The bus on which logind is; `nil` for the machine's.
    public var systemBus: String?
    /// What viewers get while the desktop is not to be seen by its own user.
    public var desktopPolicies = DesktopPolicies()
    /// What logind is kept from while the broadcast runs.
    public var inhibited = Set(InhibitedAction.allCases)
    /// How long the last picture stays when its agent is gone, before the slate takes its place; `nil` for ever.
    public var holdTime: Duration? = .seconds(3)
    /// What comes after that.
    public var lossLadder = LossLadder.standard
    public var slate = SlateChoice()
    /// What viewers see in place of the slate, once it is prepared; `nil` for the slate.
    public var backgroundClip: ClipChoice?
    /// The canvas; `nil` takes the size of the first frame (cut to even), at most 1920x1080 keeping its shape.
    public var canvasSize: PixelSize?
    public var aspect = AspectMode.fit
    /// Frames a second, 1...240.
    public var framesPerSecond: FrameRate = 30
    /// Whether frames go out at `framesPerSecond` even when nothing changes.
    public var isCadenceConstant = false
    /// Frames a second while nothing changes.
    public var idleFramesPerSecond = 2.0
    public var quality = QualityChoice()
    /// Whether the bit rate follows the links; else it is the ceiling.
    public var isAdaptive = true
    /// Whether the picture may become smaller where the link or the machine is too slow even for fewer frames.
    public var mayLowerSize = false
    /// Whether the slowest of all network targets decides, instead of the first of them that is live.
    public var adaptsToAll = false
    /// What the picture is encoded with.
    public var encoder = EncoderName.x264
    /// A hardware encoder's; `nil` for the first that works.
    public var encoderDevice: String?
    /// Why `encoder` is another one than the user asked for; empty where it is that one.
    var encoderProblem = ""
    /// How much work goes into each picture, at most.
    public var preset = "veryfast"
    /// Whether less goes into it where the machine is too slow, before frames are left out.
    public var mayLowerEffort = true
    /// Of the encoder's threads, −20...19; `nil` for somewhat above ordinary where the system allows it.
    public var encoderNiceness: Int?
    public var profile = "high"
    /// x264's rate factor instead of a bit rate, 0...51; `nil` for a bit rate. Only encodings have it, never the broadcast's options.
    var constantQuality: Double?
    /// Only encodings have another than half, as above.
    var sampling = ChromaSampling.half
    /// Those that targets may name beside the main one, which the options around this describe, and beside the presets. Names differ.
    public var encodings: [EncodingChoice] = []
    public var keyframeInterval = Duration.seconds(2)
    /// What targets that are playlists and name no encoding get; its encodings stand in `encodings`. `nil` for the main one.
    public var ladder: LadderChoice?
    /// How the audio is encoded for the targets that take it so.
    public var audio = AudioSettings()
    /// In the order of their names; none for a broadcast without.
    public var microphones = [Microphone(.systemDefault)]
    /// How much later each source is heard, by its name; pushed ones may come later.
    public var audioOffsets: [String: AudioOffset] = [:]
    /// What of the desktop's audio is in the mix; `nil` for nothing.
    public var desktopAudio: DesktopChoice?
    /// By how many decibels desktop and music step back under speech, 1...40; `nil` for not at all.
    public var duckingDecibels: Double?
    /// What recordings get of the audio, a track each, by the names of the host's own sources and `mix`; empty for the mix alone.
    public var recordTracks: [String] = []
    /// The sources that are encoded for themselves, for recordings or the ladder.
    var singleTracks: [String] {
        let names = recordTracks + (ladder?.audio.map(\.source) ?? [])
        return names.enumerated().filter { index, name in name != StreamPlan.mix && !names[..<index].contains(name) }.map(\.element)
    }
    /// PulseAudio server to use; `nil` for the usual one.
    public var soundServer: String?
    /// URLs and files, as the user gave them. `Session` parses them before anything starts.
    public var targets: [String] = []
    /// Whether existing recordings may be replaced.
    public var overwrites = false
    /// When a recording goes on in a new file; `nil` for never.
    public var recordingSplit: RecordingSplit?
    /// Older files of recordings whose names differ give way; `nil` keeps all.
    public var recordingKeep: RecordingKeep?
    /// A recording ends before its disk has less room than this; 0 fills the disk.
    public var minFreeBytes = 200_000_000
    /// How much of the newest of the broadcast is held in memory, to be saved; `nil` for none.
    public var replay: Duration?
    public var reconnect = ReconnectPolicy.standard
    public var takesOver = false
    /// Supplies targets with fresh addresses; `nil` when there is none.
    public var addressHook: AddressHook?
    /// PEM file of authorities that targets trust instead of the system's.
    public var certificates: String?
    /// Targets take any certificate. Not together with `certificates`.
    public var isCertificateUnchecked = false
    /// Of HLS targets whose requests are signed for S3, by their hosts.
    public var s3: [String: S3Credentials] = [:]
    /// Directory for the page's HLS segments; made and removed by the session. `nil` when the page is off.
    public var pageDirectory: String?
    /// Commands that are run with events, `EventHook.most` at most.
    public var hooks: [EventHook] = []
    /// Keys that do something wherever the keyboard's focus is; no two with the same keys.
    public var hotkeys: [Hotkey] = []
    /// What the desktop tells its user of.
    public var notified: Set<NotificationTopic> = []
    /// Ends by itself after this long.
    public var duration: Duration?

    /// With less no agent works.
    public static let leastAgentMemoryBytes = AgentLimits.smallestBytes(.cgroupV1)

    /// Of sources at a time, the screen among them: each may have a second agent while that is exchanged.
    public static let mostSources = 12

    public init() {}
}
