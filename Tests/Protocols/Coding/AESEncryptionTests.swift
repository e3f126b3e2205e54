import Protocols
import Testing

@Suite struct AESEncryptionTests {
    private static let vector = (0..<16).map { UInt8($0) }
    private static let key: [UInt8] = [0x2B, 0x7E, 0x15, 0x16, 0x28, 0xAE, 0xD2, 0xA6, 0xAB, 0xF7, 0x15, 0x88, 0x09, 0xCF, 0x4F, 0x3C]

    private func encrypted(_ bytes: [UInt8], pieces: Int) throws -> [UInt8] {
        let encryption = try AESEncryption(key: Self.key, initializationVector: Self.vector)
        var (cipher, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            cipher += try piece.withUnsafeBytes { try encryption.update($0) }
        }
        return cipher + (try encryption.finish())
    }

    /// NIST SP 800-38A, F.2.1, with a block of padding behind (made by openssl).
    @Test(arguments: [1, 5, 16, 17]) func aKnownTextIsEncryptedHoweverItComes(pieces: Int) throws {
        let plain: [UInt8] = [0x6B, 0xC1, 0xBE, 0xE2, 0x2E, 0x40, 0x9F, 0x96, 0xE9, 0x3D, 0x7E, 0x11, 0x73, 0x93, 0x17, 0x2A]
        let cipher: [UInt8] = [
            0x76, 0x49, 0xAB, 0xAC, 0x81, 0x19, 0xB2, 0x46, 0xCE, 0xE9, 0x8E, 0x9B, 0x12, 0xE9, 0x19, 0x7D, 0x89, 0x64, 0xE0, 0xB1, 0x49, 0xC1,
            0x0B, 0x7B, 0x68, 0x2E, 0x6E, 0x39, 0xAA, 0xEB, 0x73, 0x1C,
        ]
        #expect(try encrypted(plain, pieces: pieces) == cipher)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1000]) func whatIsEncryptedCanBeDecrypted(count: Int) throws {
        let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let decryption = try AESDecryption(key: Self.key, initializationVector: Self.vector)
        let cipher = try encrypted(plain, pieces: 33)
        #expect(cipher.count == (count / 16 + 1) * 16)
        #expect(try cipher.withUnsafeBytes { try decryption.update($0) } + decryption.finish() == plain)
    }
}
