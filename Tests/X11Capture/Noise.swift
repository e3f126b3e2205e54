import Fixtures

/// The same pixels in every run, unused byte clear.
func noise(count: Int, seed: UInt64 = 1) -> [UInt32] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in UInt32(truncatingIfNeeded: random.next()) & 0xFFFFFF }
}
