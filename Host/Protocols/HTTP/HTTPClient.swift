package import Platform
import Synchronization

/// Puts files on a web server and deletes them, one request after the other over one connection that is kept open.
///
/// All calls but `end` belong to one thread.
package final class HTTPClient: @unchecked Sendable {
    // @unchecked: what stands under the last banner belongs to one thread; the rest is constant.
    private let address: HTTPAddress
    private let stream: SocketStream
    private let authorization: String
    private let signer: S3Signer?
    // --- that thread only
    private var isConnected = false
    private var hasAnswered = false
    private var buffer = [UInt8](repeating: 0, count: 8192)
    /// Between two pieces of a body: what each may take is the deadline's, so that a long body on a slow link is none.
    private static let pieceBytes = 16 * 1024

    /// - Parameters:
    ///   - settings: of which the limits of connecting and stalling, the bit rate and what concerns certificates count here.
    ///   - signer: of requests to what takes them signed alone.
    package init(_ address: HTTPAddress, _ settings: ConnectionSettings, signer: S3Signer? = nil) {
        (self.address, self.signer) = (address, signer)
        stream = SocketStream(address, settings)
        authorization = address.credentials.map { "Authorization: Basic \(Base64.encoded($0.utf8))\r\n" } ?? ""
    }

    package var link: LinkFigures { stream.link }

    package func end(by time: MediaTime) { stream.end(by: time) }

    package func connect(until deadline: MediaTime) throws(NetworkError) {
        guard !isConnected else { return }
        try stream.connect(until: deadline)
        (isConnected, hasAnswered) = (true, false)
    }

    package func close(until deadline: MediaTime) {
        isConnected = false
        stream.close(until: deadline)
    }

    /// - Parameters:
    ///   - type: of the content.
    ///   - cache: what caches on the way are told.
    ///   - deadline: for an answer that does not come, or for each piece of the body.
    /// - Returns: what the server said, which may be a no.
    package func put(
        _ body: UnsafeRawBufferPointer, as name: String, type: String, cache: String = "no-cache", until deadline: MediaTime
    ) throws(NetworkError) -> HTTPAnswer {
        try ask("PUT", name, "Content-Type: \(type)\r\nCache-Control: \(cache)\r\n", body, until: deadline)
    }

    /// False when the server does not want to.
    package func delete(_ name: String, until deadline: MediaTime) throws(NetworkError) -> Bool {
        let answer = try ask("DELETE", name, "", UnsafeRawBufferPointer(start: nil, count: 0), until: deadline)
        return answer.isGood || answer.status == 404 || answer.status == 410
    }

    /// A server may close a connection that it has kept for long just as we write: then the same goes over a fresh one.
    private func ask(
        _ method: String, _ name: String, _ fields: String, _ body: UnsafeRawBufferPointer, until deadline: MediaTime
    ) throws(NetworkError) -> HTTPAnswer {
        let isOld = isConnected && hasAnswered
        do throws(NetworkError) { return try attempt(method, name, fields, body, until: deadline) } catch {
            close(until: deadline)
            guard isOld, error.code == .lost else { throw error }
        }
        do throws(NetworkError) { return try attempt(method, name, fields, body, until: deadline) } catch {
            close(until: deadline)
            throw error
        }
    }

    private func attempt(
        _ method: String, _ name: String, _ fields: String, _ body: UnsafeRawBufferPointer, until deadline: MediaTime
    ) throws(NetworkError) -> HTTPAnswer {
        try connect(until: deadline)
        let patience = deadline - .now()
        let target = address.target(name)
        let proof = signer?.fields(method, target, host: address.hostField, body: body, at: .now()) ?? authorization
        let length = method == "PUT" ? "Content-Length: \(body.count)\r\n" : ""
        let head =
            "\(method) \(target) HTTP/1.1\r\nHost: \(address.hostField)\r\nUser-Agent: splitcast\r\n"
            + "\(proof)\(fields)\(length)\r\n"
        try write(Array(head.utf8), until: deadline)
        var refusal: HTTPAnswer?
        do throws(NetworkError) { try write(body, allowing: patience) } catch {
            // A no may come, and the server hang up, before it has read all.
            do throws(NetworkError) { refusal = try self.answer(until: .now() + min(patience, .seconds(1))) } catch _ { throw error }
        }
        let answer = if let refusal { refusal } else { try self.answer(until: .now() + patience) }
        hasAnswered = true
        if !answer.staysOpen || refusal != nil { close(until: .now() + patience) }
        return answer
    }

    private func write(_ body: UnsafeRawBufferPointer, allowing patience: Duration) throws(NetworkError) {
        var rest = body[...]
        while !rest.isEmpty {
            try stream.write(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceBytes)), until: .now() + patience)
            rest = rest.dropFirst(Self.pieceBytes)
        }
    }

    private func write(_ bytes: [UInt8], until deadline: MediaTime) throws(NetworkError) {
        var failure: NetworkError?
        bytes.withUnsafeBytes { bytes in
            do throws(NetworkError) { try stream.write(bytes, until: deadline) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func answer(until deadline: MediaTime) throws(NetworkError) -> HTTPAnswer {
        var reader = HTTPAnswerReader()
        while true {
            if let whole = reader.whole { return whole }
            let count = try read(until: deadline)
            guard count > 0 else {
                guard let whole = reader.end() else { throw NetworkError(.lost, "the server hung up without an answer") }
                return whole
            }
            var problem: HTTPAnswerReader.Problem?
            buffer.withUnsafeBytes { bytes in
                do throws(HTTPAnswerReader.Problem) { try reader.read(UnsafeRawBufferPointer(rebasing: bytes[..<count])) } catch { problem = error }
            }
            if let problem { throw NetworkError(.rejected, "what answers there is no web server: \(problem.rawValue)", cause: problem) }
        }
    }

    private func read(until deadline: MediaTime) throws(NetworkError) -> Int {
        var (count, failure): (Int, NetworkError?) = (0, nil)
        buffer.withUnsafeMutableBytes { bytes in
            do throws(NetworkError) { count = try stream.read(into: bytes, until: deadline) } catch { failure = error }
        }
        if let failure { throw failure }
        return count
    }
}
