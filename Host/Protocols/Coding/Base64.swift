import CGnuTLS

/// Base64 (RFC 4648, section 4), with padding and on one line.
public enum Base64 {
    public static func encoded(_ bytes: some Collection<UInt8>) -> String {
        // GnuTLS takes nothing for a mistake.
        guard !bytes.isEmpty else { return "" }
        var bytes = Array(bytes)
        var text = gnutls_datum_t()
        let status = bytes.withUnsafeMutableBufferPointer { bytes in
            var data = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
            return gnutls_base64_encode2(&data, &text)
        }
        precondition(status == 0, "no memory for Base64")
        defer { cgnutls_free(text.data) }
        return String(decoding: UnsafeBufferPointer(start: text.data, count: Int(text.size)), as: UTF8.self)
    }
}
