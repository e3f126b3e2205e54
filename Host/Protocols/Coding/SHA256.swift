import CGnuTLS

/// SHA-256, by itself and with a key (HMAC), by GnuTLS. Any thread.
package enum SHA256 {
    private static let byteCount = 32

    package static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        // Fails for algorithms that a build leaves out, and none leaves this out.
        let status = gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes.baseAddress, bytes.count, &digest)
        precondition(status == 0, "GnuTLS has no SHA-256")
        return digest
    }

    package static func hash(_ text: String) -> [UInt8] { Array(text.utf8).withUnsafeBytes { hash($0) } }

    package static func authentication(of text: String, key: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let text = Array(text.utf8)
        let status = gnutls_hmac_fast(GNUTLS_MAC_SHA256, key, key.count, text, text.count, &digest)
        precondition(status == 0, "GnuTLS has no SHA-256")
        return digest
    }

    /// In lower case.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
