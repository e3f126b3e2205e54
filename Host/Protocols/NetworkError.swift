public import Platform

public typealias NetworkError = Fault<NetworkErrorCode>

/// Why a stream does not get to another machine. Names the host and the port, never what was sent; may quote the server, which may quote
/// a key.
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
    /// The server answered and said no, without a reason that we know, or speaks another protocol.
    case rejected
    /// The server does not know the stream key, or the password or passphrase is wrong.
    case badKey
    /// Someone streams with this key already.
    case busy
    /// The account or address is barred, or has as many streams as it may.
    case blocked
    /// The address was good for some time only, which is over.
    case expired
    /// The network does not do what the address asks for.
    case badAddress
    /// The protocol cannot carry such a packet.
    case media
    /// The server does not take the codec of the picture or of the audio.
    case codec
}
