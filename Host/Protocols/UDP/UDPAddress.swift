/// Where datagrams go, and how; a multicast group is such an address, too.
package struct UDPAddress: Hashable, Sendable {
    package let host: String
    package let port: Int
    /// How many routers the datagrams may pass; `nil` leaves it to the system: 64, and 1 for multicast.
    package var hops: Int?
    /// A multiple of `TransportCutter.packetBytes`.
    package var datagramBytes = 1316
    /// A numeric address of this machine, whose interface they leave by.
    package var localHost: String?

    package init(host: String, port: Int) { (self.host, self.port) = (host, port) }
}
