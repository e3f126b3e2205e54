/// Writes the bits of a header, most significant first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var position = 0

    mutating func bit(_ bit: UInt32) {
        if position % 8 == 0 { bytes.append(0) }
        bytes[position / 8] |= UInt8(truncatingIfNeeded: bit & 1) << UInt8(7 - position % 8)
        position += 1
    }

    /// An unsigned number in Exp-Golomb code (H.264, 9.1).
    mutating func golomb(_ number: UInt32) {
        let length = UInt64(number + 1).bitWidth - UInt64(number + 1).leadingZeroBitCount
        for _ in 1..<length { bit(0) }
        for place in (0..<length).reversed() { bit((number + 1) >> UInt32(place)) }
    }

    /// Bits of other bytes, which has them all.
    mutating func copy(_ other: [UInt8], _ bits: Range<Int>) {
        for place in bits { bit(UInt32(other[place / 8] >> UInt8(7 - place % 8))) }
    }
}
