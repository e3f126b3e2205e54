import Codec
import Protocols

/// Addresses whose parts have types of their own, which check them; here they are masked.
extension TargetURL {
    package static func parseSRT(_ rest: String) throws(DeliveryError) -> TargetURL {
        let address = try SRTAddress(parsing: rest)
        let question = rest.firstIndex(of: "?") ?? rest.endIndex
        let query = maskQuery(String(rest[question...].dropFirst())) { ["streamid", "srt_streamid", "passphrase"].contains($0) }
        // The path is empty or slashes.
        let masked = "srt://" + rest[..<question].prefix { $0 != "/" } + (query.masked.isEmpty ? "" : "?" + query.masked)
        // libsrt and its listeners speak of them decoded.
        let decoded = [address.streamID, address.passphrase].compactMap { $0 }
        return TargetURL(.srt, text: "srt://\(rest)", masked: masked, secrets: query.secrets + decoded)
    }

    package static func parseUDP(_ rest: String) throws(DeliveryError) -> TargetURL {
        _ = try UDPAddress(parsing: rest)
        return TargetURL(.udp, text: "udp://\(rest)", masked: "udp://\(rest)", secrets: [])
    }

    package static func parseHTTP(_ rest: String, isSecure: Bool) throws(DeliveryError) -> TargetURL {
        let address = try PlaylistAddress(parsing: rest, isSecure: isSecure)
        let question = rest.firstIndex(of: "?") ?? rest.endIndex
        let slash = rest.firstIndex(of: "/") ?? question
        let query = maskQuery(String(rest[question...].dropFirst())) { $0 != "file" }
        let scheme = isSecure ? "https" : "http"
        let masked = "\(scheme)://\(address.authority.masked)\(rest[slash..<question])" + (query.masked.isEmpty ? "" : "?" + query.masked)
        let decoded = address.folder.credentials.map { [$0] } ?? []
        return TargetURL(
            .httpHLS(isSecure: isSecure), text: "\(scheme)://\(rest)", masked: masked,
            secrets: address.authority.secrets + query.secrets + decoded)
    }
}
