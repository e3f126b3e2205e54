/// The host's answer to an agent that it refuses, before it closes the hand-off connection.
public struct Refusal: WireMessage, Hashable {
    public static let kind = MessageKind.refusal

    public var reason: EndReason
    /// One line for people; at most 255 bytes.
    public var message: String

    public init(reason: EndReason, message: String) { (self.reason, self.message) = (reason, message) }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(reason.rawValue)
        buffer.text(message, atMost: 255)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        guard let reason = EndReason(rawValue: try reader.wire.integer()) else { throw .badValue(field: "reason") }
        self.reason = reason
        message = try reader.wire.text("message", atMost: 255)
    }
}
