import HLS
import Platform
import Protocols

/// Makes of an answer's body what was asked for: unpacked, and the part of the file that it should be. Belongs to one thread.
final class BodyReader {
    private let address: MaskedAddress
    private let range: ByteRange?
    private let longest: Int
    private var inflater: Inflater?
    private var hasBegun = false
    /// Of the whole file, where the server sends all of it though a part was asked for.
    private var skipped = 0
    private var skip = 0
    private(set) var count = 0

    /// - Parameter longest: more is refused as `.damaged`.
    init(_ url: String, range: ByteRange?, longest: Int) { (address, self.range, self.longest) = (MaskedAddress(url), range, longest) }

    func read(
        _ piece: UnsafeRawBufferPointer, _ answer: HTTPAnswer, _ fields: [String: String],
        _ consume: (UnsafeRawBufferPointer) throws(DownloadError) -> Void
    ) throws(DownloadError) {
        if !hasBegun { try begin(answer, fields) }
        guard let inflater else { return try pass(piece, consume) }
        var pieces: [[UInt8]] = []
        do throws(Inflater.Problem) { try inflater.update(piece) { pieces.append(Array($0)) } } catch {
            throw DownloadError(error == .tooLong ? .refused : .damaged, error == .tooLong ? tooLong : "\(address): the server's gzip cannot be read")
        }
        for bytes in pieces {
            var failure: DownloadError?
            bytes.withUnsafeBytes { bytes in do throws(DownloadError) { try pass(bytes, consume) } catch { failure = error } }
            if let failure { throw failure }
        }
    }

    private func begin(_ answer: HTTPAnswer, _ fields: [String: String]) throws(DownloadError) {
        hasBegun = true
        switch fields["content-encoding"]?.lowercased() {
        case nil, "", "identity": break
        case "gzip", "x-gzip", "deflate": inflater = Inflater(longest: longest)
        case let other?: throw DownloadError(.refused, "\(address): the server sends it packed as '\(other.prefix(20))', which was not asked for")
        }
        guard let range else { return }
        if answer.status == 206 {
            // `bytes 100-199/1000`
            let start = fields["content-range"].flatMap { Int($0.drop { $0 != " " }.dropFirst().prefix { $0 != "-" }) }
            guard start == nil || start == range.offset else {
                throw DownloadError(.damaged, "\(address): the server sends another part of the file than was asked for")
            }
        } else {
            skip = range.offset
        }
    }

    private func pass(_ piece: UnsafeRawBufferPointer, _ consume: (UnsafeRawBufferPointer) throws(DownloadError) -> Void) throws(DownloadError) {
        var rest = piece[...]
        if skipped < skip {
            let some = min(rest.count, skip - skipped)
            skipped += some
            rest = rest.dropFirst(some)
        }
        if let range { rest = rest.prefix(range.length - count) }
        guard !rest.isEmpty else { return }
        guard rest.count <= longest - count else { throw DownloadError(.refused, tooLong) }
        count += rest.count
        try consume(UnsafeRawBufferPointer(rebasing: rest))
    }

    private var tooLong: String { "\(address): the server sends more than \(longest >> 20) MiB: that is no playlist, and no segment" }

    /// The answer is whole.
    func end(_ answer: HTTPAnswer, onFailure: (DownloadError) -> Void) throws(NetworkError) {
        var problem: String?
        if let inflater, hasBegun, !inflater.hasEnded { problem = "the server's gzip ends too early" }
        if let range, count != range.length { problem = "the server has \(count) of the \(range.length) bytes that the playlist names" }
        guard let problem else { return }
        onFailure(DownloadError(.damaged, "\(address): \(problem)"))
        throw NetworkError(.lost, problem)
    }
}
