/// Pixels that do not compress, the same in every run.
struct Noise {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func fill(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for index in 0..<count {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            bytes[index] = UInt8(truncatingIfNeeded: state >> 24)
        }
    }
}
