/// What of a desktop may be shared. Raw values are the portal's.
public enum CastSource: UInt32, Sendable, CaseIterable, Comparable {
    case monitor = 1
    case window = 2
    /// A monitor that exists for the stream alone.
    case virtual = 4

    public var word: String { "\(self)" }

    public static func < (left: CastSource, right: CastSource) -> Bool { left.rawValue < right.rawValue }
}
