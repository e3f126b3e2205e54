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

    /// - Parameter count: 0...32, of the lowest bits of `number`.
    mutating func bits(_ number: UInt32, count: Int) {
        var rest = count
        while rest > 0 {
            if position % 8 == 0 { bytes.append(0) }
            let free = 8 - position % 8
            let taken = min(free, rest)
            let part = UInt8(truncatingIfNeeded: number >> UInt32(rest - taken)) & 0xff >> UInt8(8 - taken)
            bytes[position / 8] |= part << UInt8(free - taken)
            (position, rest) = (position + taken, rest - taken)
        }
    }

    /// Bits of other bytes, which has them all.
    mutating func copy<Bytes: RandomAccessCollection>(_ other: Bytes, _ bits: Range<Int>) where Bytes.Element == UInt8, Bytes.Index == Int {
        var place = bits.lowerBound
        while place < bits.upperBound {
            let taken = min(8 - place % 8, bits.upperBound - place)
            self.bits(UInt32(other[place / 8] >> UInt8(8 - place % 8 - taken)), count: taken)
            place += taken
        }
    }
}
