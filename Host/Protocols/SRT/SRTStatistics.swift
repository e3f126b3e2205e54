import CSRT
import Platform

/// What libsrt knows of a connection at one moment.
struct SRTStatistics: Sendable {
    /// Acknowledgements that came since the connection was made.
    let answers: Int
    /// Packets sent, or to be sent, that were neither acknowledged nor given up.
    let unansweredPackets: Int
    let link: LinkFigures

    init(_ figures: SRT_TRACEBSTATS) {
        (answers, unansweredPackets) = (Int(figures.pktRecvACKTotal), Int(figures.pktSndBuf))
        var link = LinkFigures()
        let bytes = Int(figures.byteSndBuf)
        link.unacknowledgedBytes = bytes
        // libsrt counts packets under way, not their bytes.
        let waiting = max(0, figures.pktSndBuf - figures.pktFlightSize)
        link.unsentBytes = figures.pktSndBuf > 0 ? bytes * Int(waiting) / Int(figures.pktSndBuf) : 0
        link.buffered = .milliseconds(figures.msSndBuf)
        link.roundTrip = .microseconds(Int64(clamping: figures.msRTT * 1000))
        link.estimatedBitRate = Int(clamping: figures.mbpsBandwidth * 1e6)
        link.sentPackets = Int(figures.pktSentTotal)
        link.repeatedPackets = Int(figures.pktRetransTotal)
        link.lostPackets = Int(figures.pktSndDropTotal)
        self.link = link
    }
}
