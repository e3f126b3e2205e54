extension HTTPClient {
    /// A client for an address that was checked.
    ///
    /// - Throws: `.notAvailable` for what this build cannot encrypt.
    convenience init(_ address: HTTPAddress, for url: TargetURL) throws(DeliveryError) {
        // Never in clear what was meant to be secret.
        if case .httpHLS(isSecure: true) = url.place { throw DeliveryError(.notAvailable, "\(url): this build puts files by http:// only") }
        self.init(address, over: TCPStream(host: address.authority.host, port: address.port, for: url), for: url)
    }
}
