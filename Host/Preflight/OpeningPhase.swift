import Protocols

/// What opening a connection to an endpoint consists of, in the order in which it happens. Not every kind of endpoint has them all.
public enum OpeningPhase: String, Sendable, Hashable, CaseIterable {
    /// Finding the host's address.
    case resolve
    case connect
    /// Encryption, and the server's certificate: its name, its authority, its dates.
    case tls
    /// Greeting; with SRT, stream id and passphrase too.
    case handshake
    /// RTMP's `connect` to the application.
    case application
    /// The server takes the stream under its key.
    case publish
    /// The server keeps it for a moment: some take any stream at first, and look at the key then.
    case hold
    /// A web server is asked what may be done there.
    case options
    /// The directory is there.
    case directory
    /// It may be written to.
    case writable
    /// There is room on its disk.
    case space
    /// The file does not exist yet.
    case name

    init(_ stage: StreamSocket.Stage) {
        switch stage {
        case .resolving: self = .resolve
        case .connecting: self = .connect
        case .securing: self = .tls
        }
    }

    init(_ stage: OpeningStage) {
        switch stage {
        case .resolving: self = .resolve
        case .connecting: self = .connect
        case .securing: self = .tls
        case .greeting: self = .handshake
        case .application: self = .application
        case .publishing: self = .publish
        }
    }
}
