import Testing

@testable import Codec

/// Messages as H.264 has them, written and read.
@Suite struct SEITests {
    private func read(_ bytes: [UInt8], _ framing: NALUnit.Framing = .annexB) -> [StreamMessage] {
        bytes.withUnsafeBytes { SEIReader.messages(in: $0, framing) }
    }

    /// A unit of a picture: `kind` 5 is a key frame's slice.
    private func slice(_ kind: UInt8 = 0x65) -> [UInt8] { [0, 0, 0, 1, kind, 0x88, 0x84, 0, 0x33] }

    @Test func aUnitIsWrittenByteByByte() {
        let unit = SEIWriter.unit(StreamMessage(id: 0x1A2, text: "hi"))
        let start: [UInt8] = [0, 0, 0, 1, 6, 5, 35]
        #expect(unit == start + StreamMessage.uuid + Array("00000000000001a2 hi".utf8) + [0x80])
    }

    @Test(arguments: [1, 200, 221, 222, 223, 255, 510, 4096]) func everyLengthMakesTheRoundTrip(bytes: Int) {
        let message = StreamMessage(id: .max, text: String(repeating: "x", count: bytes))
        #expect(read(SEIWriter.unit(message)) == [message])
    }

    @Test func textInAnyLanguageMakesTheRoundTrip() {
        let message = StreamMessage(id: 7, text: "{\"quiz\":\"¿Qué? 你好 🎈\"}\n")
        #expect(read(SEIWriter.unit(message) + slice()) == [message])
    }

    /// No text that may be sent has zeros in it; a reader meets them in what others write.
    @Test func whatLooksLikeAStartCodeIsKeptOut() {
        let message = StreamMessage(id: 7, text: "a\u{0}\u{0}\u{1}b\u{0}\u{0}\u{3}c\u{0}\u{0}\u{0}\u{0}d")
        let unit = SEIWriter.unit(message)
        #expect(!unit.dropFirst(4).indices.dropLast(2).contains { unit[$0] == 0 && unit[$0 + 1] == 0 && unit[$0 + 2] < 3 })
        #expect(read(unit + slice()) == [message])
    }

    @Test func messagesAreFoundAmongOtherUnitsAndInOtherFramings() {
        let (one, two) = (StreamMessage(id: 1, text: "one"), StreamMessage(id: 2, text: "two"))
        let (delimiter, parameters): ([UInt8], [UInt8]) = ([0, 0, 1, 9, 0xF0], [0, 0, 0, 1, 0x67, 0x64, 0])
        let strange: [UInt8] = [0, 0, 1, 6, 5, 17] + (0..<17) + [0x80]
        #expect(read(delimiter + parameters + SEIWriter.unit(one) + strange + SEIWriter.unit(two) + slice()) == [one, two])
        // Nothing behind the first slice is looked at: the picture's data is not read.
        #expect(read(SEIWriter.unit(one) + slice() + SEIWriter.unit(two)) == [one])
        for size in [1, 2, 4] {
            let units = [SEIWriter.unit(one), slice()].map { Array($0.dropFirst(4)) }
            let framed = units.flatMap { unit in (0..<size).reversed().map { UInt8(truncatingIfNeeded: unit.count >> (8 * $0)) } + unit }
            #expect(read(framed, .lengths(size)) == [one], "\(size)")
        }
    }

    @Test func twoMessagesInOneUnitAreRead() {
        let (one, two) = (StreamMessage(id: 1, text: "one"), StreamMessage(id: 2, text: "two"))
        let unit = SEIWriter.unit(one).dropLast() + SEIWriter.unit(two).dropFirst(5)
        #expect(read(Array(unit)) == [one, two])
    }

    @Test func whatIsNotOursIsPassedOver() {
        let good = SEIWriter.unit(StreamMessage(id: 1, text: "one"))
        for (position, byte) in [(5, UInt8(4)), (7, 0), (23, UInt8(ascii: "A")), (39, UInt8(ascii: "x")), (40, 0xFF)] {
            var bad = good
            bad[position] = byte
            #expect(read(bad).isEmpty, "\(position)")
        }
        // Cut anywhere, it is nothing, and no one reads on.
        for length in 0..<good.count - 1 { #expect(read(Array(good.prefix(length))).isEmpty, "\(length)") }
        #expect(read([0, 0, 1]).isEmpty && read([]).isEmpty && read([0, 0, 1, 6, 5, 255, 255]).isEmpty)
        #expect(read([0, 0, 0, 9, 6], .lengths(4)).isEmpty && read([0xFF, 0xFF, 0xFF, 0xFF, 6], .lengths(4)).isEmpty)
    }
}
