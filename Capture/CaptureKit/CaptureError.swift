import AgentProtocol
public import Platform

public typealias CaptureError = Fault<CaptureErrorCode>

/// Why a screen cannot be captured (any longer): a stable code, and one line that names the wrong thing and the remedy.
public enum CaptureErrorCode: String, Hashable, Sendable {
    /// An option or its value makes no sense.
    case badOption
    /// What an option names is not there, or is not what it has to be: a monitor, a region, a file.
    case badChoice
    /// The display cannot be reached.
    case noDisplay
    /// The display is there, and nothing of it can be captured.
    case noScreen
    /// Something that capture needs is missing on the display: an extension, a pixel format.
    case unsupported
    /// The display refused us.
    case permissionDenied
    /// It was there and is gone.
    case screenGone
    /// It was there; the connection through which it was reached is gone, without a stop by the user.
    case connectionLost
    /// It was closed, as a window is; another one may take its place.
    case closed
    /// It has come to its end, as a file does: nothing went wrong.
    case finished
    /// The frame memory could not be used.
    case memory
    /// The display answered with an error of its own.
    case failed
}

extension CaptureError {
    /// Whether starting again without changing anything may help.
    public var isRetriable: Bool {
        switch code {
        case .screenGone, .connectionLost, .closed, .failed, .memory, .noDisplay: true
        case .badOption, .badChoice, .noScreen, .unsupported, .permissionDenied, .finished: false
        }
    }

    /// What the host is told.
    var endReason: EndReason {
        switch code {
        case .permissionDenied: .permissionDenied
        case .finished: .stopped
        case .connectionLost, .closed: .closed
        case .badOption, .badChoice, .noDisplay, .noScreen, .unsupported, .screenGone, .memory, .failed: .failed
        }
    }
}
