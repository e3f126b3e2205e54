import HLS
public import Platform
import Protocols

/// Where a stream comes from: asks web servers for files, follows where they send us, and tries again what may pass. Any thread; each call
/// blocks.
public final class Origin: Sendable {
    /// What a server said, as far as it matters.
    public struct Reply: Hashable, Sendable {
        /// Where the file was at last.
        public var url: String
        public var status: Int
        /// By their names in lower case.
        public var fields: [String: String]
    }

    static let mostRedirects = 10
    let settings: OriginSettings
    private let pool: OriginPool

    public init(_ settings: OriginSettings) { (self.settings, pool) = (settings, OriginPool(settings)) }

    /// What is being asked breaks off at once, and all that follows: with `.stopped`.
    public func stop() { pool.stop() }

    /// Whether `stop` was called.
    public var isStopped: Bool { pool.isStopped }

    /// Gets a whole file into memory, also one of this machine: a path, `file://` or `data:` is none.
    @available(*, noasync)
    public func bytes(of url: String, longest: Int) throws(DownloadError) -> (bytes: [UInt8], reply: Reply) {
        guard URIReference.hasScheme(url) else { return (try LocalFile.bytes(of: url, longest: longest), Reply(url: url, status: 200, fields: [:])) }
        var bytes: [UInt8] = []
        let reply = try retrying { () throws(DownloadError) -> Reply in
            bytes = []
            return try get(url, range: nil, acceptsGzip: true, longest: longest) { bytes += $0 }
        }
        return (bytes, reply)
    }

    /// - Parameter body: called again from the start each time.
    @available(*, noasync)
    func retrying<Result>(_ body: () throws(DownloadError) -> Result) throws(DownloadError) -> Result {
        var pause = Duration.milliseconds(500)
        for _ in 0..<settings.retries {
            do throws(DownloadError) { return try body() } catch { guard error.isPassing else { throw error } }
            guard !pool.isStopped else { throw DownloadError(.stopped, "stopped") }
            CallLimit.wait(atMost: pause) { pool.isStopped }
            pause += pause
        }
        return try body()
    }

    /// Asks once, and wherever the server sends us.
    ///
    /// - Parameters:
    ///   - range: of the file; the server may send all of it, of which the rest is left out.
    ///   - consume: given the bytes in pieces.
    /// - Throws: `.origin`, `.refused`, `.notFound`, `.damaged`, `.badAddress`, `.stopped`, or what `consume` does.
    @available(*, noasync)
    func get(
        _ url: String, range: ByteRange?, acceptsGzip: Bool, longest: Int, consume: (UnsafeRawBufferPointer) throws(DownloadError) -> Void
    ) throws(DownloadError) -> Reply {
        var (next, seen) = (url, 0)
        while true {
            guard let address = HTTPAddress(url: next) else {
                let problem = "is no address of a web server"
                guard seen == 0 else { throw DownloadError(.refused, "\(MaskedAddress(url)) leads to \(MaskedAddress(next)), which \(problem)") }
                throw DownloadError(.badAddress, "\(MaskedAddress(next)) \(problem)", remedy: "give https://HOST/PATH")
            }
            let found = try ask(address, next, range: range, acceptsGzip: acceptsGzip, longest: longest, consume)
            guard (300..<400).contains(found.answer.status), found.answer.status != 304, let location = found.answer.location else {
                if found.answer.isGood { return Reply(url: next, status: found.answer.status, fields: found.fields) }
                throw Self.refusal(found.answer, next)
            }
            seen += 1
            guard seen <= Self.mostRedirects else {
                throw DownloadError(.refused, "\(MaskedAddress(url)) leads from one address to another without end")
            }
            next = URIReference.resolved(location, against: next)
            // What is fetched over TLS is not fetched in the open because a server says so.
            guard !address.isSecure || next.lowercased().hasPrefix("https://") else {
                throw DownloadError(.refused, "\(MaskedAddress(url)) leads from https:// to \(MaskedAddress(next)), which is not encrypted")
            }
        }
    }

    private func ask(
        _ address: HTTPAddress, _ url: String, range: ByteRange?, acceptsGzip: Bool, longest: Int,
        _ consume: (UnsafeRawBufferPointer) throws(DownloadError) -> Void
    ) throws(DownloadError) -> (answer: HTTPAnswer, fields: [String: String]) {
        let body = BodyReader(url, range: range, longest: longest)
        var fields = "Accept: */*\r\nAccept-Encoding: \(acceptsGzip && range == nil ? "gzip" : "identity")\r\n"
        if let range { fields += "Range: bytes=\(range.offset)-\(range.end - 1)\r\n" }
        return try pool.using { (downloader) throws(DownloadError) in
            var failure: DownloadError?
            do throws(NetworkError) {
                let found = try downloader.get(address, fields: fields) { (answer, fields, piece) throws(NetworkError) in
                    do throws(DownloadError) { try body.read(piece, answer, fields, consume) } catch {
                        failure = error
                        throw NetworkError(.lost, error.message)
                    }
                }
                if found.answer.isGood { try body.end(found.answer) { failure = $0 } }
                return found
            } catch {
                if let failure { throw failure }
                throw DownloadError(
                    error.code == .rejected || error.code == .certificate ? .refused : .origin, MaskedAddress(url).description, from: error)
            }
        }
    }

    private static func refusal(_ answer: HTTPAnswer, _ url: String) -> DownloadError {
        let shown = MaskedAddress(url)
        switch answer.status {
        case 404, 410: return DownloadError(.notFound, "\(shown): the server has no such file (\(answer.status))")
        case 401, 403: return DownloadError(.refused, "\(shown): the server does not let us have it (\(answer.status)): the address may have expired")
        case 408, 425, 429, 500..<600: return DownloadError(.origin, "\(shown): the server fails (\(answer.status))")
        default: return DownloadError(.refused, "\(shown): the server answers \(answer.status)")
        }
    }
}
