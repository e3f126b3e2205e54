import Fixtures

/// Pixels that do not compress, the same in every run.
struct Noise {
    private var random = SeededRandom(seed: 1)

    mutating func fill(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for index in 0..<count { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
    }
}
