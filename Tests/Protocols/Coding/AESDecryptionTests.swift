import Protocols
import Testing

@Suite struct AESDecryptionTests {
    /// NIST SP 800-38A, F.2.2, with a block of padding behind (made by openssl).
    private static let key: [UInt8] = [0x2B, 0x7E, 0x15, 0x16, 0x28, 0xAE, 0xD2, 0xA6, 0xAB, 0xF7, 0x15, 0x88, 0x09, 0xCF, 0x4F, 0x3C]
    private static let vector = (0..<16).map { UInt8($0) }
    private static let plain: [UInt8] = [
        0x6B, 0xC1, 0xBE, 0xE2, 0x2E, 0x40, 0x9F, 0x96, 0xE9, 0x3D, 0x7E, 0x11, 0x73, 0x93, 0x17, 0x2A,
    ]
    private static let cipher: [UInt8] = [
        0x76, 0x49, 0xAB, 0xAC, 0x81, 0x19, 0xB2, 0x46, 0xCE, 0xE9, 0x8E, 0x9B, 0x12, 0xE9, 0x19, 0x7D, 0x89, 0x64, 0xE0, 0xB1, 0x49, 0xC1, 0x0B,
        0x7B, 0x68, 0x2E, 0x6E, 0x39, 0xAA, 0xEB, 0x73, 0x1C,
    ]

    private func decrypted(_ bytes: [UInt8], pieces: Int) throws -> [UInt8] {
        let decryption = try AESDecryption(key: Self.key, initializationVector: Self.vector)
        var (plain, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            plain += try piece.withUnsafeBytes { try decryption.update($0) }
        }
        return plain + (try decryption.finish())
    }

    @Test(arguments: [1, 5, 16, 17, 1000]) func aKnownTextIsDecryptedHoweverItComes(pieces: Int) throws {
        #expect(try decrypted(Self.cipher, pieces: pieces) == Self.plain)
    }

    @Test func whatIsCutOffOrHasAnotherKeyIsRefused() {
        // A bit of the first block is one of the second's text, which is padding throughout.
        let changed = [Self.cipher[0] ^ 1] + Self.cipher.dropFirst()
        #expect(throws: AESDecryption.Problem.badPadding) { try decrypted(changed, pieces: 7) }
        #expect(throws: AESDecryption.Problem.badLength) { try decrypted(Array(Self.cipher.dropLast()), pieces: 7) }
        #expect(throws: AESDecryption.Problem.badPadding) { try decrypted(Array(Self.cipher.prefix(16)), pieces: 7) }
        #expect(throws: AESDecryption.Problem.badLength) { try decrypted([], pieces: 7) }
        #expect(throws: AESDecryption.Problem.badLength) { _ = try AESDecryption(key: [1], initializationVector: Self.vector) }
    }
}
