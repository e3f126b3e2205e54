import Platform

/// For how long of the bit rate libx264's buffer (VBV) holds bits, by how much of the screen moves: a picture may have half of it, and a key frame
/// sends all that stands still again. A value, told of each picture of libx264's.
struct VBVSpan {
    /// Of all macroblocks: while more of them change, little stands still.
    static let mostOfPart = 0.6
    /// How much of its share each picture brings in: what moves for less than a second, such as a page that comes, is none that moves.
    private static let weight = 0.05

    /// Of all macroblocks, those that changed of late, on average.
    private var share = 1.0
    private var lastShare = 1.0

    /// Nothing much has moved of late.
    var isCalm: Bool { share <= Self.mostOfPart && lastShare <= DeltaPacing.mostChanged }

    /// - Parameters:
    ///   - changedShare: of the macroblocks of the picture that comes next.
    ///   - isScrolled: what changes was scrolled.
    ///   - isChosen: the quantiser of key frames is.
    mutating func choose(changedShare: Double, isScrolled: Bool, isChosen: Bool) -> Duration {
        (share, lastShare) = (share + (changedShare - share) * Self.weight, changedShare)
        // Where something moves, none is (`forgetPage`).
        if isChosen { return VideoSettings.pageBufferSpan }
        return isScrolled || changedShare <= DeltaPacing.mostChanged || share <= Self.mostOfPart
            ? VideoSettings.partBufferSpan : VideoSettings.bufferSpan
    }
}
