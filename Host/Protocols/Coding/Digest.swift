import CGnuTLS

/// Digests that protocols ask for.
public enum Digest {
    private static let md5Bytes = 16

    /// MD5 (RFC 1321), which some servers' logins are made of. Not safe for anything else.
    ///
    /// - Throws: `.system` where this system's GnuTLS allows no MD5, as in FIPS mode.
    public static func md5(_ message: some Collection<UInt8>) throws(NetworkError) -> [UInt8] {
        let message = Array(message)
        var digest = [UInt8](repeating: 0, count: md5Bytes)
        let status = gnutls_hash_fast(GNUTLS_DIG_MD5, message, message.count, &digest)
        guard status == 0 else { throw NetworkError(.system, "GnuTLS computes no MD5 here: \(String(cString: gnutls_strerror(status)))") }
        return digest
    }
}
