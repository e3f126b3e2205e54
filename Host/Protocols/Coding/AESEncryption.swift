import CGnuTLS

/// AES-128 in CBC mode with PKCS#7 padding (RFC 5652, section 6.3), piece by piece. Belongs to one thread.
package final class AESEncryption {
    package enum Problem: Error { case unavailable, badLength }

    private static let block = 16
    private let handle: gnutls_cipher_hd_t
    /// What waits for its block to be whole.
    private var held: [UInt8] = []

    /// - Parameters: of 16 bytes each.
    package init(key: [UInt8], initializationVector: [UInt8]) throws(Problem) {
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

    /// The whole blocks that there are by now, encrypted.
    package func update(_ bytes: UnsafeRawBufferPointer) throws(Problem) -> [UInt8] {
        held += bytes
        let count = held.count / Self.block * Self.block
        guard count > 0 else { return [] }
        var ready = Array(held[..<count])
        held.removeFirst(count)
        guard gnutls_cipher_encrypt(handle, &ready, ready.count) == 0 else { throw .unavailable }
        return ready
    }

    /// The last block, with the padding: there is always some.
    package func finish() throws(Problem) -> [UInt8] {
        let padding = Self.block - held.count
        var last = held + [UInt8](repeating: UInt8(padding), count: padding)
        held = []
        guard gnutls_cipher_encrypt(handle, &last, last.count) == 0 else { throw .unavailable }
        return last
    }
}
