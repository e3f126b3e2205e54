/// Something about an agent's screen that people should know. It changes nothing of what is shown.
public struct AgentRemark: WireMessage, Hashable {
    public static let kind = MessageKind.remark

    /// Raw values travel on the wire and never change; one that is not known means `other`.
    public enum Subject: UInt8, Sendable, CaseIterable {
        case other = 0
        /// What the agent captures gives nothing for now: its last frame stays.
        case stalled = 1
        /// It gives frames again.
        case goesOn = 2
    }

    public var generation: UInt32
    public var subject: Subject
    /// One line for people; at most 255 bytes.
    public var text: String

    public init(generation: UInt32, subject: Subject, text: String) { (self.generation, self.subject, self.text) = (generation, subject, text) }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.integer(subject.rawValue)
        buffer.text(text, atMost: 255)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        subject = Subject(rawValue: try reader.wire.integer()) ?? .other
        text = try reader.wire.text("text", atMost: 255)
    }
}
