/// The same pixels in every run (a multiplicative generator), unused byte clear.
func noise(count: Int, seed: UInt64 = 1) -> [UInt32] {
    var state = seed
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt32(truncatingIfNeeded: state >> 33) & 0xFFFFFF
    }
}
