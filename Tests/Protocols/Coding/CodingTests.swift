import Protocols
import Testing

/// Known answers.
@Suite struct CodingTests {
    /// RFC 1321, A.5; and lengths around its blocks of 64 bytes.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"), ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        (String(repeating: "a", count: 56), "3b0c8ac703f828b04c6c197006d17218"),
        (String(repeating: "a", count: 64), "014842d480b571495a4a0363793f7367"),
        (String(repeating: "a", count: 119), "8a7bd0732ed6a28ce75f6dabc90e1613"),
    ])
    func digestsAreMD5(text: String, expected: String) throws {
        #expect(try Digest.md5(text.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    /// RFC 4648, section 10; and every digit, with bytes that are no text.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ("user:pässword", "dXNlcjpww6Rzc3dvcmQ="),
    ])
    func bytesAreBase64(text: String, expected: String) {
        #expect(Base64.encoded(text.utf8) == expected)
    }

    @Test func everyDigitIsTheStandards() {
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        // Six bits each, counting up.
        let bytes = stride(from: 0, to: 64, by: 4).flatMap { first -> [UInt8] in
            let bits = (0..<4).reduce(0) { $0 << 6 | (first + $1) }
            return [UInt8(bits >> 16), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
        }
        #expect(Base64.encoded(bytes) == digits)
        // No line is broken, however long.
        let long = Base64.encoded([UInt8](repeating: 0, count: 3000))
        #expect(long == String(repeating: "A", count: 4000))
    }
}
