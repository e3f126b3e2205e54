package import Protocols

/// `udp://HOST:PORT?…`
extension UDPAddress {
    package static let form = "udp://HOST:PORT[?ttl=N&pkt_size=BYTES&localaddr=IP]"

    /// - Parameter rest: what follows `udp://`.
    /// - Throws: `.badURL` naming what is wrong and the right form.
    package init(parsing rest: String) throws(DeliveryError) {
        let address = try DatagramAddress(
            parsing: rest, scheme: "udp", form: Self.form, user: "only receivers write an @ before the address",
            path: "which datagrams do not know: write \(Self.form)")
        self.init(host: address.host, port: address.port)
        for entry in address.options { try apply(entry) }
    }

    private mutating func apply(_ entry: AddressQuery.Entry) throws(DeliveryError) {
        switch entry.name {
        case "ttl": hops = try entry.number(0...255, scheme: "udp")
        case "pkt_size":
            // 7 packets fit on Ethernet, 47 where frames are jumbo.
            datagramBytes = try entry.number(188...8836, scheme: "udp")
            guard datagramBytes % TransportCutter.packetBytes == 0 else {
                throw DeliveryError(
                    .badURL, "udp://…?pkt_size=\(entry.value): give a multiple of 188, as MPEG-TS is made of such packets; 1316 is usual")
            }
        case "localaddr":
            guard SocketAddress(numeric: entry.value, port: 1) != nil else {
                throw DeliveryError(.badURL, "udp://…?localaddr=\(entry.value.prefix(40)): give an IP address of this machine")
            }
            localHost = entry.value
        default:
            throw DeliveryError(.badURL, "udp://…?\(entry.name.prefix(24))=… is no option: there are ttl, pkt_size, localaddr")
        }
    }
}
