/// What libx264's buffer (VBV) holds, reckoned as libx264 does. A value.
///
/// A picture has to do with what is there: the time for which it is shown fills the buffer behind it. Of what comes in meanwhile libx264 keeps a
/// share free for its errors, out of what the picture may have. So a long time told to a nearly empty buffer leaves the picture nothing: its rows
/// get the coarsest quantiser, with which what changed on the screen may be left out, and the old is seen again.
struct VBVFill {
    private(set) var bits: Double
    /// Of what comes in: one row of macroblocks of the picture, within bounds.
    private let errorShare: Double
    /// Of what the buffer holds, the most that is kept free.
    private static let mostKept = 0.5
    /// Frame intervals whose bits suffice for what changed in two pictures of which little did.
    private static let leastIntervals = 4.0
    /// What libx264 begins with, of a whole buffer.
    private static let initialShare = 0.9

    /// - Parameter rows: of macroblocks in a picture.
    init(bufferBits: Double, rows: Int) {
        bits = Self.initialShare * bufferBits
        errorShare = min(max(1 / Double(max(1, rows)), 0.05), 0.25)
    }

    /// For how many frame intervals a picture may be said to last.
    ///
    /// - Parameter intervalBits: what the bit rate has for one.
    func mostIntervals(intervalBits: Double) -> Double { Self.mostKept * bits / max(1, errorShare * intervalBits) }

    /// Whether libx264 may have too little for a change, which it leaves out then. One that a picture of ours had shown would be seen to go again.
    ///
    /// - Parameter intervalBits: what the bit rate has for a frame interval.
    func isLow(intervalBits: Double) -> Bool { bits < Self.leastIntervals * intervalBits }

    /// A picture was encoded.
    ///
    /// - Parameters:
    ///   - pictureBits: its size.
    ///   - income: what came in for the time for which it was said to last.
    ///   - bufferBits: the size of the buffer.
    mutating func encoded(pictureBits: Double, income: Double, bufferBits: Double) {
        bits = min(max(0, min(bits, bufferBits) - pictureBits) + income, bufferBits)
    }
}
