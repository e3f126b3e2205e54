package import Platform
import Synchronization

/// Gets files from web servers, one after the other; a connection is kept open while the same server is asked.
///
/// All calls but `end` belong to one thread.
package final class HTTPDownloader: @unchecked Sendable {
    // @unchecked: what stands under the last banner belongs to one thread; the rest is constant or locked.
    private let settings: ConnectionSettings
    private let current = Mutex(Current())
    // --- that thread only
    private var connected: (address: HTTPAddress, stream: SocketStream)?
    private var hasAnswered = false
    private var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    /// What comes more slowly than this never becomes a file.
    private static let window = Duration.seconds(30)
    private static let leastBytes = 3000

    private struct Current {
        var stream: SocketStream?
        var end: MediaTime?
    }

    package init(_ settings: ConnectionSettings) { self.settings = settings }

    /// From now on no call blocks past `time`. Any thread.
    package func end(by time: MediaTime) {
        current.withLock {
            $0.end = min(time, $0.end ?? time)
            $0.stream?.end(by: time)
        }
    }

    package func close() {
        connected?.stream.close(until: .now() + .milliseconds(100))
        connected = nil
        current.withLock { $0.stream = nil }
    }

    /// Asks for a file.
    ///
    /// - Parameters:
    ///   - fields: further lines of the request, each with its line end.
    ///   - longest: a body that is longer is refused as `.rejected`.
    ///   - consume: given the body of an answer that is good (2xx) in pieces, behind the answer's head and fields.
    /// - Returns: what the server said, which may be a no or that the file is elsewhere.
    /// - Throws: `.lost` too where the body ends before the length that was promised.
    package func get(
        _ address: HTTPAddress, fields: String = "", longest: Int = .max,
        consume: (HTTPAnswer, [String: String], UnsafeRawBufferPointer) throws(NetworkError) -> Void
    ) throws(NetworkError) -> (answer: HTTPAnswer, fields: [String: String]) {
        var hasBegun = false
        let isOld = connected.map { $0.address.isSameOrigin(as: address) } == true && hasAnswered
        func attempt() throws(NetworkError) -> (answer: HTTPAnswer, fields: [String: String]) {
            try connect(address)
            try request(address, fields)
            return try receive(longest) { (answer, fields, piece) throws(NetworkError) in
                hasBegun = true
                try consume(answer, fields, piece)
            }
        }
        do throws(NetworkError) { return try attempt() } catch {
            close()
            // A server may close a connection that it has kept for long just as we write, or have sent more than it had said.
            guard isOld, !hasBegun, error.code == .lost || error.code == .rejected else { throw error }
        }
        do throws(NetworkError) { return try attempt() } catch {
            close()
            throw error
        }
    }

    private func connect(_ address: HTTPAddress) throws(NetworkError) {
        if let connected, connected.address.isSameOrigin(as: address) { return }
        close()
        let made = SocketStream(address, settings)
        current.withLock {
            $0.stream = made
            if let end = $0.end { made.end(by: end) }
        }
        try made.connect(until: .now() + settings.phaseLimit + settings.phaseLimit)
        (connected, hasAnswered) = ((address, made), false)
    }

    private func request(_ address: HTTPAddress, _ fields: String) throws(NetworkError) {
        let authorization = address.credentials.map { "Authorization: Basic \(Base64.encoded($0.utf8))\r\n" } ?? ""
        let head = "GET \(address.target("")) HTTP/1.1\r\nHost: \(address.hostField)\r\nUser-Agent: splitcast\r\n\(authorization)\(fields)\r\n"
        var failure: NetworkError?
        Array(head.utf8).withUnsafeBytes { bytes in
            do throws(NetworkError) { try connected?.stream.write(bytes, until: .now() + settings.stallLimit) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func receive(
        _ longest: Int, _ consume: (HTTPAnswer, [String: String], UnsafeRawBufferPointer) throws(NetworkError) -> Void
    ) throws(NetworkError) -> (answer: HTTPAnswer, fields: [String: String]) {
        var reader = HTTPAnswerReader(longestBody: longest)
        var (count, since) = (0, MediaTime.now())
        while true {
            if let whole = reader.whole {
                hasAnswered = true
                if !whole.staysOpen { close() }
                return (whole, reader.fields)
            }
            let received = try read()
            guard received > 0 else {
                let isInBody = reader.head != nil
                guard let whole = reader.end() else {
                    throw NetworkError(
                        .lost, isInBody ? "the server hung up before it had sent all that it promised" : "the server hung up without an answer")
                }
                close()
                return (whole, reader.fields)
            }
            count += received
            if .now() - since > Self.window {
                guard count >= Self.leastBytes else { throw NetworkError(.timedOut, "the server sends next to nothing: \(count) bytes in 30 s") }
                (count, since) = (0, .now())
            }
            try feed(&reader, received, consume)
        }
    }

    private func feed(
        _ reader: inout HTTPAnswerReader, _ count: Int, _ consume: (HTTPAnswer, [String: String], UnsafeRawBufferPointer) throws(NetworkError) -> Void
    ) throws(NetworkError) {
        var pieces: [UnsafeRawBufferPointer] = []
        var (problem, failure): (HTTPAnswerReader.Problem?, NetworkError?)
        buffer.withUnsafeBytes { bytes in
            let received = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            do throws(HTTPAnswerReader.Problem) { try reader.read(received) { pieces.append($0) } } catch { problem = error }
            guard let head = reader.head, head.isGood else { return }
            do throws(NetworkError) { for piece in pieces { try consume(head, reader.fields, piece) } } catch { failure = error }
        }
        if let failure { throw failure }
        guard let problem else { return }
        throw NetworkError(
            .rejected, reader.head == nil ? "what answers there is no web server: \(problem.rawValue)" : "the server sends \(problem.rawValue)",
            cause: problem)
    }

    private func read() throws(NetworkError) -> Int {
        guard let stream = connected?.stream else { throw NetworkError(.lost, "it is not connected") }
        var (count, failure): (Int, NetworkError?) = (0, nil)
        buffer.withUnsafeMutableBytes { bytes in
            do throws(NetworkError) { count = try stream.read(into: bytes, until: .now() + settings.stallLimit) } catch { failure = error }
        }
        if let failure { throw failure }
        return count
    }
}
