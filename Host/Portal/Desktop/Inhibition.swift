/// What a machine does by itself, and can be kept from while a broadcast runs. Raw values are what users type, and logind's words.
public enum InhibitedAction: String, Hashable, Sendable, CaseIterable {
    /// Suspend and hibernation.
    case sleep
    /// What the machine does when no one has used it for a while.
    case idle
}

/// What logind is kept from on behalf of a broadcast.
public struct Inhibition: Hashable, Sendable {
    public var held: Set<InhibitedAction> = []
    /// Why one that was asked for is not held; empty where it is, and where there is no logind.
    public var problem = ""
}
