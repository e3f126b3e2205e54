/// The bits of a header, most significant first. Reading past the end gives `nil`, never more.
struct BitReader {
    private let bytes: [UInt8]
    /// Of the bit that is read next.
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func bit() -> UInt32? {
        guard position < bytes.count * 8 else { return nil }
        defer { position += 1 }
        return UInt32(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
    }

    /// - Parameter count: 0...32.
    mutating func bits(_ count: Int) -> UInt32? {
        var number: UInt32 = 0
        for _ in 0..<count {
            guard let bit = bit() else { return nil }
            number = number << 1 | bit
        }
        return number
    }

    /// False where there are not so many.
    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bytes.count * 8 - position else { return false }
        position += count
        return true
    }

    /// An unsigned number in Exp-Golomb code (H.264, 9.1; HEVC, 9.2; `uvlc` of AV1).
    mutating func golomb() -> UInt32? {
        var zeros = 0
        while true {
            guard let bit = bit() else { return nil }
            if bit == 1 { break }
            zeros += 1
        }
        guard zeros < 32, let rest = bits(zeros) else { return nil }
        return rest + (1 << UInt32(zeros)) - 1
    }

    /// A signed number in Exp-Golomb code (H.264, 9.1.1).
    mutating func signedGolomb() -> Int? {
        guard let number = golomb() else { return nil }
        return number % 2 == 1 ? Int(number / 2) + 1 : -Int(number / 2)
    }
}
