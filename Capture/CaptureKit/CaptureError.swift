import AgentProtocol

/// Why a screen cannot be captured (any longer): a stable code, and one line that names the wrong thing and the remedy.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable {
        /// An option or its value makes no sense.
        case badOption
        /// The display cannot be reached.
        case noDisplay
        /// The display is there, the screen (monitor, region) is not.
        case noScreen
        /// Something that capture needs is missing on the display: an extension, a pixel format.
        case unsupported
        /// The display refused us.
        case permissionDenied
        /// It was there and is gone.
        case screenGone
        /// It was there; the connection through which it was reached is gone, without a stop by the user.
        case connectionLost
        /// It has come to its end, as a file does: nothing went wrong.
        case finished
        /// The frame memory could not be used.
        case memory
        /// The display answered with an error of its own.
        case failed
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// Whether starting again without changing anything may help.
    public var isRetriable: Bool {
        switch code {
        case .screenGone, .connectionLost, .failed, .memory, .noDisplay: true
        case .badOption, .noScreen, .unsupported, .permissionDenied, .finished: false
        }
    }

    /// What the host is told.
    var endReason: EndReason {
        switch code {
        case .permissionDenied: .permissionDenied
        case .finished: .stopped
        case .connectionLost: .closed
        case .badOption, .noDisplay, .noScreen, .unsupported, .screenGone, .memory, .failed: .failed
        }
    }

    public var description: String { message }
}
