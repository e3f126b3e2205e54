import Testing

@testable import Codec

/// ISO 14496-15, 5.3.3.1. `RTMPMediaTests` compare what becomes of real encoders' headers with libavformat's records.
@Suite struct AVCConfigurationTests {
    /// High profile, level 3.1, 4:2:0 of 8 bits.
    private let sequence: [UInt8] = [
        0x67, 0x64, 0, 0x1F, 0xAC, 0xD9, 0x40, 0x50, 5, 0xBB, 1, 0x10, 0, 0, 3, 0, 0x10, 0, 0, 3, 3, 0xC0, 0xF1, 0x83, 0x19, 0x60,
    ]
    private let picture: [UInt8] = [0x68, 0xEB, 0xE3, 0xCB, 0x22, 0xC0]

    private func record(_ header: [UInt8]) -> [UInt8]? { header.withUnsafeBytes { AVCConfiguration(annexB: $0)?.bytes } }

    @Test func highProfileSaysWhatItsSamplesAre() {
        let start: [UInt8] = [1, 0x64, 0, 0x1F, 0xFF]
        let expected = start + [0xE1, 0, 26] + sequence + [1, 0, 6] + picture + [0xFD, 0xF8, 0xF8, 0]
        #expect(record([0, 0, 0, 1] + sequence + [0, 0, 1] + picture) == expected)
        // Other units between them do not count.
        #expect(record([0, 0, 1, 9, 0xF0, 0, 0, 1, 6, 5, 1, 7, 0x80, 0, 0, 1] + sequence + [0, 0, 1] + picture) == expected)
    }

    @Test func fourFourFourOfTenBitsIsReadFromItsSet() {
        // Identity 0, chroma 3, no separate planes, two bits more of each: 1 00100 0 011 011.
        let set: [UInt8] = [0x67, 244, 0, 31, 0x90, 0xD8, 0x80]
        #expect(record([0, 0, 1] + set + [0, 0, 1] + picture)?.suffix(4) == [0xFF, 0xFA, 0xFA, 0])
    }

    @Test func lumaAndChromaEachHaveTheirBits() {
        // Identity 0, chroma 1, as many bits as usual of luma and two more of chroma: 1 010 1 011.
        let set: [UInt8] = [0x67, 110, 0, 31, 0xAB, 0x80]
        #expect(record([0, 0, 1] + set + [0, 0, 1] + picture)?.suffix(4) == [0xFD, 0xF8, 0xFA, 0])
    }

    @Test func mainProfileHasNothingToSay() {
        let set: [UInt8] = [0x67, 77, 0x40, 31, 0x90]
        #expect(record([0, 0, 1] + set + [0, 0, 1] + picture) == [1, 77, 0x40, 31, 0xFF, 0xE1, 0, 5] + set + [1, 0, 6] + picture)
    }

    @Test func severalSetsAreAllKept() {
        let set: [UInt8] = [0x67, 66, 0xC0, 31, 0x90]
        let two = record([0, 0, 1] + set + [0, 0, 1] + set + [0, 0, 1] + picture + [0, 0, 1] + picture)
        #expect(two == [1, 66, 0xC0, 31, 0xFF, 0xE2, 0, 5] + set + [0, 5] + set + [2, 0, 6] + picture + [0, 6] + picture)
    }

    @Test func whatIsCutOffOrNoHeaderIsNone() {
        let whole = [0, 0, 0, 1] + sequence + [0, 0, 1] + picture
        for count in 0..<(sequence.count + 7) { #expect(record(Array(whole[..<count])) == nil, "\(count)") }
        #expect(record([0, 0, 1] + picture) == nil)
        // Numbers without an end.
        #expect(record([0, 0, 1, 0x67, 100, 0, 31, 0, 0, 1] + picture) == nil)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<3 { bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random) }
            _ = record(bytes)
        }
    }
}
