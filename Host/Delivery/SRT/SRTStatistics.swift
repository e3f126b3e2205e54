import CSRT

/// What libsrt knows of a connection at one moment.
struct SRTStatistics: Sendable {
    /// Acknowledgements that came since the connection was made.
    let answers: Int
    /// Packets sent, or to be sent, that were neither acknowledged nor given up.
    let unansweredPackets: Int
    let line: LinkFigures

    init(_ figures: SRT_TRACEBSTATS) {
        (answers, unansweredPackets) = (Int(figures.pktRecvACKTotal), Int(figures.pktSndBuf))
        var line = LinkFigures()
        let bytes = Int(figures.byteSndBuf)
        line.unacknowledgedBytes = bytes
        // libsrt counts packets under way, not their bytes.
        let waiting = max(0, figures.pktSndBuf - figures.pktFlightSize)
        line.unsentBytes = figures.pktSndBuf > 0 ? bytes * Int(waiting) / Int(figures.pktSndBuf) : 0
        line.buffered = .milliseconds(figures.msSndBuf)
        line.roundTrip = .microseconds(Int64(figures.msRTT * 1000))
        line.estimatedBitRate = Int(figures.mbpsBandwidth * 1e6)
        line.sentPackets = Int(figures.pktSentTotal)
        line.repeatedPackets = Int(figures.pktRetransTotal)
        line.lostPackets = Int(figures.pktSndDropTotal)
        self.line = line
    }
}
