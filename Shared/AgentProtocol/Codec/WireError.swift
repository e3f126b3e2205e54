/// A message that is not what it should be. The peer that sent it is disconnected with this text; other peers notice nothing.
public enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Shorter than its header or its fields.
    case truncated
    /// The first two bytes are not ours.
    case badMagic
    /// A protocol version that was not agreed on.
    case badVersion(UInt8)
    /// The length field disagrees with the message.
    case badLength
    /// Bytes are left over.
    case trailing
    /// A field holds a value that the protocol does not allow.
    case badValue(field: StaticString)

    public static func == (left: WireError, right: WireError) -> Bool { left.description == right.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    public var description: String {
        switch self {
        case .truncated: "message is shorter than its fields"
        case .badMagic: "message does not begin with the protocol's mark"
        case .badVersion(let version): "message has protocol version \(version)"
        case .badLength: "message has another length than it says"
        case .trailing: "message has bytes left over"
        case .badValue(let field): "message has an impossible \(field)"
        }
    }
}
