import HLS
import Platform
import Synchronization

/// Keys of segments, each fetched once. Any thread.
final class KeyRing: Sendable {
    private let origin: Origin
    private let known = Mutex<[String: [UInt8]]>([:])

    init(_ origin: Origin) { self.origin = origin }

    /// How to decrypt a segment, or a header; `nil` where it is not encrypted.
    ///
    /// - Parameter base: the playlist's address.
    /// - Throws: `.notReadable` for what only players with a licence decrypt.
    @available(*, noasync)
    func decryption(_ keys: [MediaKey], segment number: Int, base: String) throws(DownloadError) -> (key: [UInt8], vector: [UInt8])? {
        guard let first = keys.first else { return nil }
        guard let key = keys.first(where: { $0.problem == nil }) else {
            throw DownloadError(.notReadable, "\(MaskedAddress(base)): \(first.problem ?? "it cannot be decrypted")")
        }
        let url = URIReference.resolved(key.uri ?? "", against: base)
        return (try bytes(at: url), key.initializationVector(ofSegment: number))
    }

    private func bytes(at url: String) throws(DownloadError) -> [UInt8] {
        if let bytes = known.withLock({ $0[url] }) { return bytes }
        let bytes = try origin.bytes(of: url, longest: 4096).bytes
        guard bytes.count == 16 else {
            throw DownloadError(.damaged, "\(MaskedAddress(url)): a key has 16 bytes, and \(bytes.count) came")
        }
        known.withLock { $0[url] = bytes }
        return bytes
    }
}
