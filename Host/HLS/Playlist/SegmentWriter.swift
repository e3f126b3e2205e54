/// Writes segments one after the other, with the tags that hold for more than one where they change.
public struct SegmentWriter: Sendable {
    private var keys: [MediaKey] = []
    private var map: MediaMap?
    private var bitRate: Int?

    public init() {}

    /// The lines of one segment, without line ends.
    public mutating func write(_ segment: MediaSegment, to lines: inout [String]) {
        if segment.isDiscontinuity { lines.append("#\(Tag.discontinuity.rawValue)") }
        if segment.map != map, let new = segment.map {
            write(new.keys, to: &lines)
            lines.append("#\(Tag.map.rawValue):\(new.attributes.text)")
            map = new
        }
        write(segment.keys, to: &lines)
        if segment.bitRate != bitRate, let new = segment.bitRate {
            lines.append("#\(Tag.bitRate.rawValue):\(new / 1000)")
            bitRate = new
        }
        if let time = segment.programDateTime { lines.append("#\(Tag.programDateTime.rawValue):\(time)") }
        if segment.isGap { lines.append("#\(Tag.gap.rawValue)") }
        for part in segment.parts { lines.append("#\(Tag.part.rawValue):\(part.attributes.text)") }
        lines.append("#\(Tag.extinf.rawValue):\(NumberText.text(segment.duration)),\(segment.title)")
        if let range = segment.byteRange { lines.append("#\(Tag.byteRange.rawValue):\(range.text)") }
        lines.append(segment.uri)
    }

    private mutating func write(_ new: [MediaKey], to lines: inout [String]) {
        guard new != keys else { return }
        if !keys.allSatisfy({ old in new.contains { $0.keyFormat == old.keyFormat } }) { lines.append("#\(Tag.key.rawValue):METHOD=NONE") }
        for key in new { lines.append("#\(Tag.key.rawValue):\(key.attributes.text)") }
        keys = new
    }
}
