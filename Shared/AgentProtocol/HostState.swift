/// Everything the host wants an agent to know, as state and never as increments, so that a lost message strands nothing:
/// which slots are lent, what the agent shall do, how fast. Sent on every change and at the heartbeat interval.
public struct HostState: WireMessage, Hashable {
    public static let kind = MessageKind.hostState

    /// What an agent shall do. Raw values travel on the wire and never change.
    public enum Wish: UInt8, Sendable, CaseIterable {
        /// Stay attached, grab nothing.
        case wait = 0
        case capture = 1
        case pause = 2
        /// Say `AgentEnded` and go.
        case stop = 3
    }

    public var generation: UInt32
    /// Grows with every message; an older one than the last seen is ignored.
    public var sequence: UInt64
    public var wish: Wish
    /// Why to stop; `nil` unless `wish` is `stop`.
    public var stopReason: EndReason?
    /// Most frames a second, in thousandths: 1...240,000.
    public var milliFramesPerSecond: UInt32
    /// The memory that `lentSlots` speaks of.
    public var memoryNumber: UInt32
    /// Bit n set: slot n is lent, unless the agent has used it in a notice after `lastNotice`.
    public var lentSlots: UInt32
    /// The newest notice that the host had received when it wrote this.
    public var lastNotice: UInt64

    public init(
        generation: UInt32, sequence: UInt64, wish: Wish, stopReason: EndReason? = nil, milliFramesPerSecond: UInt32, memoryNumber: UInt32,
        lentSlots: UInt32, lastNotice: UInt64
    ) {
        (self.generation, self.sequence, self.wish, self.stopReason) = (generation, sequence, wish, stopReason)
        (self.milliFramesPerSecond, self.memoryNumber) = (milliFramesPerSecond, memoryNumber)
        (self.lentSlots, self.lastNotice) = (lentSlots, lastNotice)
    }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.integer(sequence)
        buffer.integer(wish.rawValue)
        buffer.integer(stopReason?.rawValue ?? 0)
        buffer.integer(UInt16(0))
        buffer.integer(milliFramesPerSecond)
        buffer.integer(memoryNumber)
        buffer.integer(lentSlots)
        buffer.integer(lastNotice)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        sequence = try reader.wire.integer()
        guard let wish = Wish(rawValue: try reader.wire.integer()) else { throw .badValue(field: "wish") }
        self.wish = wish
        let reason: UInt8 = try reader.wire.integer()
        stopReason = EndReason(rawValue: reason)
        guard reason == 0 || stopReason != nil else { throw .badValue(field: "stop reason") }
        _ = try reader.wire.integer(UInt16.self)
        milliFramesPerSecond = try reader.wire.integer()
        guard (1...240_000).contains(milliFramesPerSecond) else { throw .badValue(field: "frame rate") }
        memoryNumber = try reader.wire.integer()
        lentSlots = try reader.wire.integer()
        lastNotice = try reader.wire.integer()
    }
}
