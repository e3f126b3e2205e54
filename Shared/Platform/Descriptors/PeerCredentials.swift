/// Who is at the other end of a connection, as the kernel says (unix(7), SO_PEERCRED): the moment it connected.
public struct PeerCredentials: Hashable, Sendable {
    public let processID: Int32
    public let userID: UInt32
}
