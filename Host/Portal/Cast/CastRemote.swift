public import AppGroup

/// A connection to PipeWire on which the nodes of one cast can be seen, and nothing else. Closed with the last reference.
public final class CastRemote: Sendable {
    private let owned: OwnedDescriptor
    public var descriptor: Int32 { owned.number }

    public init(_ owned: consuming OwnedDescriptor) { self.owned = owned }
}

extension CastRemote: Hashable {
    public static func == (left: CastRemote, right: CastRemote) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
