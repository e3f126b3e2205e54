import CGnuTLS

/// GnuTLS's AES-128 in CBC mode, for `AESEncryption` and `AESDecryption`. Belongs to one thread.
package final class AESCipher {
    package enum Problem: Error { case unavailable, badLength, badPadding }

    static let block = 16
    let handle: gnutls_cipher_hd_t

    /// - Parameters: of 16 bytes each.
    init(key: [UInt8], initializationVector: [UInt8]) throws(Problem) {
        guard key.count == Self.block, initializationVector.count == Self.block else { throw .badLength }
        var (key, vector, made) = (key, initializationVector, gnutls_cipher_hd_t?.none)
        let status = key.withUnsafeMutableBufferPointer { key in
            vector.withUnsafeMutableBufferPointer { vector in
                var keyData = gnutls_datum_t(data: key.baseAddress, size: UInt32(key.count))
                var vectorData = gnutls_datum_t(data: vector.baseAddress, size: UInt32(vector.count))
                return gnutls_cipher_init(&made, GNUTLS_CIPHER_AES_128_CBC, &keyData, &vectorData)
            }
        }
        guard status == 0, let made else { throw .unavailable }
        handle = made
    }

    deinit { gnutls_cipher_deinit(handle) }
}
