/// The host's last message to a pusher, instead of an answer or later; it closes the connection after it.
public struct AudioRefusal: WireMessage, Hashable {
    public static let kind = MessageKind.soundRefusal

    /// Raw values travel on the wire and never change.
    public enum Reason: UInt8, Sendable, CaseIterable {
        /// A message of it made no sense.
        case invalidData = 1
        /// No version that both speak.
        case version = 2
        /// The name breaks the rules.
        case badName = 3
        /// Another source goes by that name.
        case nameTaken = 4
        /// No room for another source.
        case full = 5
        /// It sent more than the host accepts.
        case flood = 6
        /// The host could not go on with it.
        case failed = 7
        /// The session is over.
        case sessionFinished = 8
    }

    public var reason: Reason
    /// One line for people; at most 255 bytes.
    public var message: String

    public init(reason: Reason, message: String) { (self.reason, self.message) = (reason, message) }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(reason.rawValue)
        buffer.text(message, atMost: 255)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        guard let reason = Reason(rawValue: try reader.wire.integer()) else { throw .badValue(field: "reason") }
        self.reason = reason
        message = try reader.wire.text("message", atMost: 255)
    }
}
