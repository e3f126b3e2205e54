import CGnuTLS

/// AES-128 in CBC mode with PKCS#7 padding (RFC 5652, section 6.3), piece by piece. Belongs to one thread.
package final class AESEncryption {
    package typealias Problem = AESCipher.Problem

    private static let block = AESCipher.block
    private let cipher: AESCipher
    /// What waits for its block to be whole.
    private var held: [UInt8] = []

    /// - Parameters: of 16 bytes each.
    package init(key: [UInt8], initializationVector: [UInt8]) throws(Problem) {
        cipher = try AESCipher(key: key, initializationVector: initializationVector)
    }

    /// The whole blocks that there are by now, encrypted.
    package func update(_ bytes: UnsafeRawBufferPointer) throws(Problem) -> [UInt8] {
        held += bytes
        let count = held.count / Self.block * Self.block
        guard count > 0 else { return [] }
        var ready = Array(held[..<count])
        held.removeFirst(count)
        guard gnutls_cipher_encrypt(cipher.handle, &ready, ready.count) == 0 else { throw .unavailable }
        return ready
    }

    /// The last block, with the padding: there is always some.
    package func finish() throws(Problem) -> [UInt8] {
        let padding = Self.block - held.count
        var last = held + [UInt8](repeating: UInt8(padding), count: padding)
        held = []
        guard gnutls_cipher_encrypt(cipher.handle, &last, last.count) == 0 else { throw .unavailable }
        return last
    }
}
