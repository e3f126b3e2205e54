import Fixtures
import Testing

@testable import Codec

@Suite struct AACBlockTests {
    private static func pair(_ bytes: [UInt8]) -> [UInt8]? { bytes.withUnsafeBufferPointer { AACBlock.pair(ofSingle: $0) } }
    private static func window(_ bytes: [UInt8]) -> AACBlock.Window? { bytes.withUnsafeBufferPointer { AACBlock($0)?.window } }

    /// One bit after the other, as ISO/IEC 14496-3 writes them down.
    private static func bytes(_ parts: String...) -> [UInt8] {
        var writer = BitWriter()
        for bit in parts.joined() where bit != " " { writer.bit(bit == "1" ? 1 : 0) }
        return writer.bytes
    }

    @Test func aLongWindowIsWrittenOnce() {
        // Element 0, tag, gain 140; reserved, long, KBD, 33 bands, no prediction; then what the encoder made of it, and the end.
        let single = Self.bytes("000 0000 10001100", "0 00 1 100001 0", "1011 0010 1110", "111")
        let pair = Self.bytes(
            "001 0000 1", "0 00 1 100001 0", "10", "10001100 1011 0010 1110",
            // Nothing: a gain, no codebook for 31 and 2 bands, no pulses, shaping, control.
            "00000000 0000 11111 00010 000", "111")
        #expect(Self.pair(single) == pair)
        #expect(Self.window(single) == AACBlock.Window(sequence: 0, shape: 1))
        #expect(Self.window(pair) == Self.window(single))
    }

    @Test func eachGroupOfShortWindowsHasItsSection() {
        // Seven bands; the second and third window belong to the first, and so on: four groups.
        let single = Self.bytes("000 0000 10001100", "0 10 0 0111 1101001", "1011", "111")
        let section = "0000 111 000"
        let pair = Self.bytes(
            "001 0000 1", "0 10 0 0111 1101001", "10", "10001100 1011", "00000000", section, section, section, section, "000", "111")
        #expect(Self.pair(single) == pair)
        #expect(Self.window(pair) == AACBlock.Window(sequence: 2, shape: 0))
    }

    @Test func silenceHasNoSections() {
        let single = Self.bytes("000 0000 10001100", "0 00 1 000000 0", "000", "111")
        let pair = Self.bytes("001 0000 1", "0 00 1 000000 0", "10", "10001100 000", "00000000 000", "111")
        #expect(Self.pair(single) == pair)
    }

    @Test func otherBlocksAreNone() {
        // A pair, a filling, prediction, nothing, no end.
        let others = [
            Self.bytes("001 0000 1", "0 00 1 100001 0", "10", "111"), Self.bytes("110 0001 00000000", "111"),
            Self.bytes("000 0000 10001100", "0 00 1 100001 1", "111"), [], [0, 0], [UInt8](repeating: 0, count: 40),
        ]
        for other in others { #expect(Self.pair(other) == nil) }
        // Windows of their own.
        #expect(Self.window(Self.bytes("001 0000 0", "10001100 0 00 1 100001 0")) == nil)
    }

    @Test func whateverComesIsReadToItsEndOnly() {
        var noise = SeededRandom(seed: 7)
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0...12, using: &noise)).map { _ in UInt8.random(in: 0...255, using: &noise) }
            if !bytes.isEmpty, Bool.random(using: &noise) { bytes[0] &= 0x1f }
            _ = Self.pair(bytes)
            _ = Self.window(bytes)
        }
    }
}
