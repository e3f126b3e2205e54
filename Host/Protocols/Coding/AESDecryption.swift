import CGnuTLS

/// AES-128 in CBC mode with PKCS#7 padding (RFC 5652, section 6.3), piece by piece. Belongs to one thread.
package final class AESDecryption {
    package typealias Problem = AESCipher.Problem

    private static let block = AESCipher.block
    private let cipher: AESCipher
    /// What waits for its block to be whole; the last whole block too, since padding may be in it.
    private var held: [UInt8] = []

    /// - Parameters: of 16 bytes each.
    package init(key: [UInt8], initializationVector: [UInt8]) throws(Problem) {
        cipher = try AESCipher(key: key, initializationVector: initializationVector)
    }

    /// Plain bytes, as far as they are known.
    package func update(_ bytes: UnsafeRawBufferPointer) throws(Problem) -> [UInt8] {
        held += bytes
        let count = max(0, held.count - 1) / Self.block * Self.block
        guard count > 0 else { return [] }
        var ready = Array(held[..<count])
        held.removeFirst(count)
        guard gnutls_cipher_decrypt(cipher.handle, &ready, ready.count) == 0 else { throw .unavailable }
        return ready
    }

    /// The same of bytes that are in an array.
    package func update(all bytes: [UInt8]) throws(Problem) -> [UInt8] {
        var (plain, failure) = ([UInt8](), Problem?.none)
        bytes.withUnsafeBytes { bytes in do throws(Problem) { plain = try update(bytes) } catch { failure = error } }
        if let failure { throw failure }
        return plain
    }

    /// The rest, without padding.
    /// - Throws: `.badLength` where the bytes were no whole blocks, `.badPadding` where what they end with is none, as with a wrong key.
    package func finish() throws(Problem) -> [UInt8] {
        guard held.count == Self.block else { throw .badLength }
        var last = held
        held = []
        guard gnutls_cipher_decrypt(cipher.handle, &last, last.count) == 0 else { throw .unavailable }
        let padding = Int(last[Self.block - 1])
        guard (1...Self.block).contains(padding), last.suffix(padding).allSatisfy({ Int($0) == padding }) else { throw .badPadding }
        return Array(last.dropLast(padding))
    }
}
