import Codec
import Glibc

extension DeliveryError {
    /// libavformat tells most refusals apart in its log only, so both are read: the status and its words.
    init(connecting error: CodecError, to url: TargetURL) {
        let words = url.masking(error.message)
        let lower = words.lowercased()
        func says(_ parts: String...) -> Bool { parts.contains { lower.contains($0) } }
        switch (error.code, error.systemNumber) {
        case (.notAvailable, _):
            self.init(.notAvailable, "\(url): libavformat was built without this protocol (\(words))")
        case _ where says("certificate"):
            self.init(.certificate, "\(url): the server's certificate was not accepted: \(words)")
        case _ where says("resolve"):
            self.init(.unreachable, "\(url): no such host: \(words)")
        case (.interrupted, _), (_, ETIMEDOUT):
            self.init(.timedOut, "\(url): the server did not answer in time: \(words)")
        case _ where says("server error", "server rejected", "rejected", "bad secret", "wrong password", "unexpected"):
            self.init(.rejected, "\(url): the server refused the stream; check application and key: \(words)")
        case (_, ECONNREFUSED):
            self.init(.refused, "\(url): nothing listens there: \(words)")
        case (_, EHOSTUNREACH), (_, ENETUNREACH), (_, ENETDOWN), (_, EHOSTDOWN), (_, EADDRNOTAVAIL):
            self.init(.unreachable, "\(url): no way to the server: \(words)")
        case _ where says("connection to"):
            self.init(.unreachable, "\(url): \(words)")
        default:
            self = Self.hangUp(error, words, url)
        }
    }

    /// A server that hangs up after the handshake means no: most do so for a wrong key, without a word.
    private static func hangUp(_ error: CodecError, _ words: String, _ url: TargetURL) -> DeliveryError {
        guard case .rtmp = url.place else {
            // libavformat 5.1 says the same for a wrong passphrase and for nobody there.
            return DeliveryError(.unreachable, "\(url): no listener, or it refused; check address, streamid and passphrase: \(words)")
        }
        // Before any key was told: a server or a balancer that is not ready yet.
        guard !words.lowercased().contains("handshake") else {
            return DeliveryError(.unreachable, "\(url): the server hung up before the stream was asked for: \(words)")
        }
        let isHangUp = error.code == .ended || [EIO, ECONNRESET, EPIPE, EPERM].contains(error.systemNumber)
        guard isHangUp else { return DeliveryError(.unreachable, "\(url): \(words)") }
        return DeliveryError(.rejected, "\(url): the server hung up on the stream; check application and key: \(words)")
    }

    init(sending error: CodecError, to url: TargetURL) {
        let words = url.masking(error.message)
        self =
            error.code == .interrupted
            ? DeliveryError(.timedOut, "\(url): the server takes no more data: \(words)")
            : DeliveryError(.lost, "\(url): the connection broke: \(words)")
    }
}
