/// What opening a connection consists of, in the order in which it happens. Not every protocol has them all.
package enum OpeningStage: Hashable, Sendable {
    /// Finding the host's address.
    case resolving
    case connecting
    /// Encryption, and the server's certificate: its name, its authority, its dates.
    case securing
    /// Greeting; with SRT, stream id and passphrase too.
    case greeting
    /// RTMP's `connect` to the application.
    case application
    /// The server takes the stream under its key.
    case publishing
}
