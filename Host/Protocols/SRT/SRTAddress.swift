/// Where a listener is, and how it is called.
package struct SRTAddress: Hashable, Sendable {
    /// A number that libsrt takes as it is, in the unit of its own documentation.
    package enum Number: String, CaseIterable, Sendable {
        case maxbw, inputbw, mininputbw, oheadbw, lossmaxttl, ipttl, iptos, snddropdelay, tlpktdrop, nakreport, kmrefreshrate, kmpreannounce

        package var range: ClosedRange<Int> {
            switch self {
            case .maxbw: -1...125_000_000_000
            case .inputbw, .mininputbw: 0...125_000_000_000
            case .oheadbw: 5...100
            case .lossmaxttl: 0...10_000
            case .ipttl: 1...255
            case .iptos: 0...255
            case .snddropdelay: -1...60_000
            case .tlpktdrop, .nakreport: 0...1
            case .kmrefreshrate, .kmpreannounce: 0...1_000_000_000
            }
        }
    }

    package let host: String
    package let port: Int
    /// At most 512 bytes.
    package var streamID: String?
    /// 10 to 79 bytes.
    package var passphrase: String?
    /// Of the cipher's key: 16, 24 or 32; 0 leaves the choice to libsrt.
    package var keyBytes = 0
    /// How long the receiver holds the stream to repair it; `nil` leaves the choice to both ends, 120 ms at least.
    package var latency: Duration?
    /// For one of several addresses; `nil` shares out what there is.
    package var connectLimit: Duration?
    /// A listener that answers nothing for so long is gone.
    package var silenceLimit: Duration = .seconds(3)
    /// A multiple of `TransportCutter.packetBytes`, 1456 at most.
    package var payloadBytes = 1316
    package var packetFilter: String?
    package var numbers: [Number: Int] = [:]

    package init(host: String, port: Int) { (self.host, self.port) = (host, port) }
}
