/// What a connection is ready for.
public struct Readiness: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bytes have come, or the end.
    public static let readable = Readiness(rawValue: 1)
    /// The kernel has room for more.
    public static let writable = Readiness(rawValue: 2)
}
