/// A file descriptor with several owners, closed when the last one lets go. For those that travel through queues.
public final class SharedDescriptor: Sendable {
    private let owned: OwnedDescriptor
    public var number: Int32 { owned.number }

    public init(_ owned: consuming OwnedDescriptor) { self.owned = owned }
}

extension SharedDescriptor: Hashable {
    public static func == (left: SharedDescriptor, right: SharedDescriptor) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
