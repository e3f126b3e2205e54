public import Platform

public typealias PortalError = Fault<PortalErrorCode>

/// Why the desktop does not share its screen: a stable code, and one line that names the wrong thing and the remedy.
public enum PortalErrorCode: String, Hashable, Sendable, CaseIterable {
    /// There is no session bus, or it cannot be reached.
    case noBus
    /// The bus was there and is gone.
    case busGone
    /// Nothing on the bus is a desktop portal, or it could not be started.
    case noPortal
    /// It was there and is gone.
    case portalGone
    /// It shares no screens: no backend of the desktop does that.
    case noScreenCast
    /// It shares screens, and not what was asked for.
    case noSuchSource
    /// It shares nothing for the moment: the part of it that asks the user is not there.
    case sharesNothing
    /// It does not answer.
    case silent
    /// It answered what makes no sense.
    case nonsense
    /// It refuses this program, without asking anybody.
    case denied
    /// The user said no.
    case cancelled
    /// The user said nothing.
    case unanswered
    /// It tried, and could not.
    case failed
    /// The user, or the desktop, stopped the sharing that was on.
    case stopped
    /// The connection to PipeWire cannot be had.
    case noPipeWire
}

extension PortalError {
    /// Whether it may go by itself: then an agent waits, if there has been a picture already.
    public var isRetriable: Bool {
        switch code {
        // Also a portal that is being started may lack some of what it has shared before.
        case .busGone, .portalGone, .silent, .noPipeWire, .noBus, .noPortal, .noScreenCast, .noSuchSource, .sharesNothing, .failed: true
        case .nonsense, .denied, .cancelled, .unanswered, .stopped: false
        }
    }

    /// Whether the portal seems to be on its way to being there.
    var isOfStarting: Bool { code == .sharesNothing || code == .portalGone }

    /// Whether the user refused: then no one is asked again for the next agent that comes along.
    public var isRefusal: Bool {
        switch code {
        case .denied, .cancelled, .unanswered, .stopped: true
        default: false
        }
    }
}
