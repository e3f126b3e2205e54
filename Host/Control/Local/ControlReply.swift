public import Events
import Platform
public import Session

/// What a host answers: one JSON object in one packet, with what was asked for, with `error`, or with neither when it was done.
public struct ControlReply: Codable, Sendable {
    /// Why a request was not carried out.
    public struct Refusal: Error, Hashable, Codable, Sendable {
        public enum Code: String, Codable, CaseIterable, Sendable {
            /// Not a JSON object, or too long.
            case malformed
            case unsupportedVersion
            case unknownRequest
            /// The request lacks a field.
            case missingField
            /// A field is of the wrong kind, too long, or holds what it must not.
            case badField
            /// No agent with that id is attached.
            case unknownAgent
            /// The agent is live, or one is where none should be.
            case alreadyLive
            /// None is live, or paused, that could be meant.
            case noAgent
            /// No target has that number.
            case unknownTarget
            /// No source of that name is in the mix.
            case unknownSource
            /// It makes sense, but not at this moment.
            case notNow
            /// There is no operation with that id, or it is too long ago.
            case unknownOperation

            /// Whether the request itself was wrong, rather than the moment for it.
            var isAboutForm: Bool {
                switch self {
                case .malformed, .unsupportedVersion, .unknownRequest, .missingField, .badField: true
                case .unknownAgent, .alreadyLive, .noAgent, .unknownOperation, .unknownSource, .unknownTarget, .notNow: false
                }
            }
        }

        public let code: Code
        public let message: String

        public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
    }

    public var version = ControlRequest.version
    public var status: SessionStatus?
    /// Who is attached, and who was; both or neither.
    public var agents: [SessionStatus.Agent]?
    public var departed: [SessionStatus.DepartedAgent]?
    public var audio: AudioStatus?
    public var targets: [SessionStatus.Target]?
    public var sources: [SessionStatus.Source]?
    public var overlays: [SessionStatus.Overlay]?
    public var scene: SceneReport?
    public var scenes: [SceneStore.Listing]?
    public var filters: [SessionStatus.Filter]?
    /// Absent until there is a picture.
    public var rate: SessionStatus.Rate?
    public var operation: AgentOperation?
    public var events: EventPage?
    /// The number of the message that was sent.
    public var message: UInt64?
    public var chapter: ChapterReport?
    public var replay: ReplayReport?
    public var snapshot: SnapshotReport?
    public var folders: UserFolders?
    public var capturable: Capturable?
    public var preview: PreviewReport?
    public var trace: FrameTrace?
    public var reload: ReloadReport?
    public var restart: RestartReport?
    /// Goes with the packet, not in it.
    var descriptor: SharedDescriptor?
    public var error: Refusal?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case version = "v"
        case status, agents, departed, audio, targets, sources, overlays, filters, scene, scenes, rate, operation, events, message, chapter, replay
        case snapshot, folders, capturable, preview, trace, reload, restart, error
    }
}
