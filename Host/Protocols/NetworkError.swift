public import Platform

public typealias NetworkError = Fault<NetworkErrorCode>

/// Why bytes do not get to another machine. Names the host and the port, never what was sent.
public enum NetworkErrorCode: String, Hashable, Sendable, CaseIterable {
    /// No machine has this name.
    case noSuchHost
    /// The name could not be looked up: no way to the name service, or it failed.
    case resolve
    /// Nothing listens at that port.
    case refused
    /// No way to that machine.
    case unreachable
    /// A deadline passed; the message says in what stage.
    case timedOut
    /// The file of trusted authorities cannot be used.
    case badAuthorities
    /// The server's certificate was not accepted.
    case certificate
    /// No TLS came about, for another reason.
    case tls
    /// The other side has closed the connection.
    case ended
    /// A connection that had worked broke.
    case lost
    /// `StreamSocket.end(by:)` was called and its time has come.
    case cancelled
    /// This system refused a descriptor or a thread.
    case system
}
