/// An agent's heartbeat: sent by its capture thread at the agreed interval and whenever its phase changes.
public struct AgentState: WireMessage, Hashable {
    public static let kind = MessageKind.agentState

    /// The life of an agent (PROTOCOL.md, section 8). Raw values travel on the wire and never change.
    public enum Phase: UInt8, Sendable, CaseIterable {
        case notAvailable = 0
        case ready = 1
        case started = 2
        case closed = 3
    }

    public var generation: UInt32
    /// Grows with every message; an older one than the last seen is ignored.
    public var sequence: UInt64
    public var phase: Phase
    public var isPaused: Bool
    /// What the agent says it has forbidden itself.
    public var confinement: Confinement
    /// Notices sent since the attachment began.
    public var frames: UInt64
    /// Changes that were merged into a later frame because no slot was lent.
    public var waitedForSlot: UInt64
    /// Pixels asked of the screen since the attachment began: what the damage saved is visible here.
    public var grabbedPixels: UInt64

    public init(
        generation: UInt32, sequence: UInt64, phase: Phase, isPaused: Bool, confinement: Confinement = [], frames: UInt64, waitedForSlot: UInt64,
        grabbedPixels: UInt64
    ) {
        (self.generation, self.sequence, self.phase, self.isPaused) = (generation, sequence, phase, isPaused)
        self.confinement = confinement
        (self.frames, self.waitedForSlot, self.grabbedPixels) = (frames, waitedForSlot, grabbedPixels)
    }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.integer(sequence)
        buffer.integer(phase.rawValue)
        buffer.flag(isPaused)
        buffer.integer(confinement.rawValue)
        buffer.integer(frames)
        buffer.integer(waitedForSlot)
        buffer.integer(grabbedPixels)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        sequence = try reader.wire.integer()
        guard let phase = Phase(rawValue: try reader.wire.integer()) else { throw .badValue(field: "phase") }
        self.phase = phase
        isPaused = try reader.wire.flag("paused")
        confinement = Confinement(rawValue: try reader.wire.integer())
        frames = try reader.wire.integer()
        waitedForSlot = try reader.wire.integer()
        grabbedPixels = try reader.wire.integer()
    }
}

/// An agent's last message: it grabs no more, and why.
public struct AgentEnded: WireMessage, Hashable {
    public static let kind = MessageKind.ended

    public var generation: UInt32
    public var reason: EndReason
    /// Whether the same agent may work when it is started again.
    public var isRetriable: Bool
    /// One line for people; at most 255 bytes.
    public var message: String

    public init(generation: UInt32, reason: EndReason, isRetriable: Bool, message: String) {
        (self.generation, self.reason, self.isRetriable, self.message) = (generation, reason, isRetriable, message)
    }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.integer(reason.rawValue)
        buffer.flag(isRetriable)
        buffer.text(message, atMost: 255)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        guard let reason = EndReason(rawValue: try reader.wire.integer()) else { throw .badValue(field: "reason") }
        self.reason = reason
        isRetriable = try reader.wire.flag("retriable")
        message = try reader.wire.text("message", atMost: 255)
    }
}
