import HLS
import Platform
import Protocols

/// A file to be fetched: a segment, or a header of segments.
struct Piece: Sendable {
    var url: String
    var range: ByteRange?
    /// Where it goes; what is there already is not fetched.
    var path: String
    var keys: [MediaKey]
    /// Of the segment, which an initialization vector may come from.
    var number: Int
    /// The playlist's address.
    var base: String
    /// What it lasts, seconds; 0 for a header.
    var seconds = 0.0

    /// More bytes are no media of that length (400 Mb/s and a good deal more): a server that sends without end must not fill the disk.
    var longest: Int { 256 << 20 + Int(clamping: min(max(0, seconds), 1e6) * 5e7) }
}

/// Fetches one file at a time, whole, decrypted, or not at all. Any thread; each call blocks.
struct PieceFetch: Sendable {
    let origin: Origin
    let keys: KeyRing
    let meter: ByteMeter

    /// - Returns: the file's bytes.
    @available(*, noasync)
    func fetch(_ piece: Piece) throws(DownloadError) -> Int {
        if let size = WholeFile.size(of: piece.path) { return size }
        do throws(DownloadError) {
            let secret = try keys.decryption(piece.keys, segment: piece.number, base: piece.base)
            return try origin.retrying { () throws(DownloadError) in try attempt(piece, secret) }
        } catch { throw error.named(in: piece.base) }
    }

    private func attempt(_ piece: Piece, _ secret: (key: [UInt8], vector: [UInt8])?) throws(DownloadError) -> Int {
        var file = try WholeFile(piece.path)
        var (decryption, isFirst): (AESDecryption?, Bool) = (nil, true)
        if let secret {
            do throws(AESDecryption.Problem) { decryption = try AESDecryption(key: secret.key, initializationVector: secret.vector) } catch {
                throw DownloadError(.notReadable, "GnuTLS decrypts no AES-128 here")
            }
        }
        _ = try origin.get(piece.url, range: piece.range, acceptsGzip: false, longest: piece.longest) { (bytes) throws(DownloadError) in
            meter.add(bytes.count)
            if isFirst, WebPage.begins(bytes) {
                throw DownloadError(.damaged, "\(MaskedAddress(piece.url)): a web page came where a segment should be")
            }
            isFirst = false
            guard let decryption else { return try file.write(bytes) }
            let plain: [UInt8]
            do throws(AESDecryption.Problem) { plain = try decryption.update(bytes) } catch { throw Self.wrongKey(piece) }
            try write(plain, &file)
        }
        if let decryption {
            let rest: [UInt8]
            do throws(AESDecryption.Problem) { rest = try decryption.finish() } catch { throw Self.wrongKey(piece) }
            try write(rest, &file)
        }
        try file.finish()
        return file.count
    }

    private static func wrongKey(_ piece: Piece) -> DownloadError {
        DownloadError(.damaged, "\(MaskedAddress(piece.url)) cannot be decrypted: the key is wrong, or it is cut off")
    }

    private func write(_ bytes: [UInt8], _ file: inout WholeFile) throws(DownloadError) {
        var failure: DownloadError?
        bytes.withUnsafeBytes { bytes in do throws(DownloadError) { try file.write(bytes) } catch { failure = error } }
        if let failure { throw failure }
    }
}
