extension LinkFigures {
    /// The kernel's view of a TCP connection.
    init(_ figures: SocketFigures) {
        self.init()
        (unacknowledgedBytes, unsentBytes) = (figures.unacknowledgedBytes, figures.unsentBytes)
        (roundTrip, estimatedBitRate) = (figures.roundTrip, figures.deliveredBitRate)
        (sentPackets, repeatedPackets, blocked) = (figures.sentSegments, figures.repeatedSegments, figures.blocked)
    }
}
