package import Protocols

extension RTMPAddress {
    package init(of url: TargetURL) throws(DeliveryError) {
        guard let address = RTMPAddress(url.text) else { throw DeliveryError(.badURL, "\(url): write rtmp://HOST[:PORT]/APP/KEY") }
        self = address
    }
}
