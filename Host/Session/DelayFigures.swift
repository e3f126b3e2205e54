public import Delivery

/// How long pictures took on their way, all since the beginning, for who draws histograms of it: too many numbers for the status.
public struct DelayFigures: Sendable {
    public struct Entry: Sendable {
        /// Of the encoding, or the number of the target.
        public let name: String
        public let counts: DelayHistogram.Counts

        public init(name: String, counts: DelayHistogram.Counts) { (self.name, self.counts) = (name, counts) }
    }

    /// What encoding took, by encoding.
    public var encoding: [Entry]
    /// From the capture until it was encoded, by encoding.
    public var encoded: [Entry]
    /// From the capture until it was sent or written, by target.
    public var sent: [Entry]

    public init(encoding: [Entry] = [], encoded: [Entry] = [], sent: [Entry] = []) {
        (self.encoding, self.encoded, self.sent) = (encoding, encoded, sent)
    }
}
