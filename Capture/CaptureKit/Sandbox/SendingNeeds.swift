/// What a backend goes on to send once the sandbox is closed, beside bytes over the connections that it has: everything else is
/// refused by the filter.
public struct SendingNeeds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Descriptors, such as new frame memory for the server that draws.
    public static let descriptors = SendingNeeds(rawValue: 1)
}
