/// How a connection over TCP is made and kept.
package struct ConnectionSettings: Hashable, Sendable {
    /// Of an address that asks for encryption.
    package var security = StreamSocket.Security.tls()
    /// For each stage of opening: finding the host, reaching it, encrypting, greeting, being accepted.
    package var phaseLimit: Duration = .seconds(5)
    /// A server that takes nothing for so long is left.
    package var stallLimit: Duration = .seconds(10)
    /// Of picture and audio together: what the kernel may hold follows from it.
    package var bitsPerSecond = 4_700_000

    package init() {}
}
