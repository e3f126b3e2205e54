public import AgentProtocol
public import Frames

/// An attached agent at one moment, for `status`.
public struct AgentSnapshot: Hashable, Sendable {
    public let description: AgentDescription
    /// Any text of its own, to be shown beside it; may be empty.
    public let extra: String
    public let phase: AgentState.Phase
    /// As it was asked, and has confirmed.
    public let isPaused: Bool
    /// Whether its frames are the ones on the canvas.
    public let isLive: Bool
    /// Whether what it captures gives nothing for now, as it says.
    public let isStalled: Bool
    /// Whether the display is on that it captures, as it says.
    public let isDisplayOn: Bool
    /// What can be set of the camera that it captures, and how often it has told that.
    public let camera: [CameraControls.Entry]
    public let cameraReports: Int
    /// `nil` until memory was handed over.
    public let geometry: FrameGeometry?
    public let orientation: Orientation
    /// Frames taken from it, as this side has counted them.
    public let frames: UInt64
    /// Changes that waited because the host lent no slot.
    public let waitedForSlot: UInt64
    /// Frames replaced by a newer one before the picture took them.
    public let superseded: UInt64
    /// Pixels it has read from the screen.
    public let grabbedPixels: UInt64
    /// Notices that came too late to count: of replaced memory, or after it was told to stop.
    public let staleNotices: UInt64
    /// Messages of kinds that this host does not know.
    public let unknownMessages: UInt64
    /// What the agent says it has forbidden itself.
    public let confinement: Confinement
}
