package import Protocols

/// `srt://HOST:PORT?…`
extension SRTAddress {
    package static let form = "srt://HOST:PORT[?streamid=ID&passphrase=WORDS&latency=MS]"

    /// - Parameter rest: what follows `srt://`.
    /// - Throws: `.badURL` naming what is wrong and the right form; secrets are not in it.
    package init(parsing rest: String) throws(DeliveryError) {
        let address = try DatagramAddress(
            parsing: rest, scheme: "srt", form: Self.form, user: "SRT knows no user name; the listener's access rules read streamid",
            path: "which SRT does not know: name the stream by ?streamid=ID")
        self.init(host: address.host, port: address.port)
        for entry in address.options { try apply(entry) }
    }

    private mutating func apply(_ entry: AddressQuery.Entry) throws(DeliveryError) {
        switch entry.name {
        case "streamid", "srt_streamid":
            guard entry.value.utf8.count <= 512 else {
                throw DeliveryError(.badURL, "srt://…?streamid=… has \(entry.value.utf8.count) bytes: SRT allows at most 512")
            }
            streamID = entry.value
        case "passphrase":
            // Empty means none, as in libsrt.
            guard entry.value.isEmpty || (10...79).contains(entry.value.utf8.count) else {
                throw DeliveryError(.badURL, "srt://…?passphrase=… has \(entry.value.utf8.count) characters: SRT wants 10 to 79")
            }
            passphrase = entry.value.isEmpty ? nil : entry.value
        case "pbkeylen":
            keyBytes = try entry.number(0...32, scheme: "srt")
            guard [0, 16, 24, 32].contains(keyBytes) else {
                throw DeliveryError(
                    .badURL, "srt://…?pbkeylen=\(entry.value): give 16, 24 or 32, the bytes of the key, or 0 for the listener's choice")
            }
        case "latency", "peerlatency": latency = try Self.latency(entry)
        case "connect_timeout", "conntimeo": connectLimit = .milliseconds(try entry.number(100...60_000, scheme: "srt"))
        case "peeridletimeo": silenceLimit = .milliseconds(try entry.number(500...600_000, scheme: "srt"))
        case "payload_size", "payloadsize", "pkt_size":
            payloadBytes = try entry.number(188...1456, scheme: "srt")
            guard payloadBytes % TransportCutter.packetBytes == 0 else {
                throw DeliveryError(
                    .badURL, "srt://…?\(entry.name)=\(entry.value): give a multiple of 188 up to 1316, as MPEG-TS is made of such packets")
            }
        case "packetfilter": packetFilter = entry.value
        case "mode": try Self.demand(entry, "caller", "Splitcast calls; the other side has to listen")
        case "transtype", "congestion", "smoother": try Self.demand(entry, "live", "it is a live stream")
        default:
            guard let number = Number(rawValue: entry.name) else {
                let known = ["streamid", "passphrase", "pbkeylen", "latency", "connect_timeout", "peeridletimeo", "payload_size", "packetfilter"]
                let all = (known + Number.allCases.map(\.rawValue)).joined(separator: ", ")
                throw DeliveryError(.badURL, "srt://…?\(entry.name.prefix(24))=… is no option: there are \(all)")
            }
            numbers[number] = try entry.number(number.range, scheme: "srt")
        }
    }

    /// Milliseconds, as libsrt counts. ffmpeg and OBS write microseconds: no one means 10 seconds or more, nor less than 10 ms.
    private static func latency(_ entry: AddressQuery.Entry) throws(DeliveryError) -> Duration {
        let number = try entry.number(0...9_999_999, scheme: "srt")
        return number < 10_000 ? .milliseconds(number) : .microseconds(number)
    }

    private static func demand(_ entry: AddressQuery.Entry, _ word: String, _ why: String) throws(DeliveryError) {
        guard entry.value.lowercased() == word else {
            throw DeliveryError(.badURL, "srt://…?\(entry.name)=\(entry.value.prefix(24)): \(why); leave it out, or write \(entry.name)=\(word)")
        }
    }
}
