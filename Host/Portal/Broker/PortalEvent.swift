public import AgentProtocol
public import Platform

/// What a cast controller reports, on its thread; the receiver must not wait.
public enum PortalEvent: Sendable {
    /// The portal takes its time, before anybody is asked.
    case slow
    /// The desktop has not answered at once, so its dialog is probably open and the user is to look for it.
    case asking
    /// - Parameter keepsPermission: whether the next time no one is asked; `nil` when that was not wanted.
    case opened(CastStream, keepsPermission: Bool?)
    /// For this agent, with its descriptor.
    case granted(agent: UInt32, CastOffer, SharedDescriptor)
    case refused(agent: UInt32, PortalError)
    /// What was shared is no longer; who needed it is told by `refused`, or waits.
    case closed(PortalError)
    /// It is tried again after this long.
    case waiting(PortalError, Duration)
}
