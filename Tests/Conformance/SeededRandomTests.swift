import Testing

@testable import Conformance

@Suite struct SeededRandomTests {
    @Test func theSameSeedGivesTheSameBytes() {
        var (first, second, other) = (SeededRandom(seed: 7), SeededRandom(seed: 7), SeededRandom(seed: 8))
        let bytes = first.bytes(64)
        #expect(bytes == second.bytes(64))
        #expect(bytes != other.bytes(64))
    }
}
