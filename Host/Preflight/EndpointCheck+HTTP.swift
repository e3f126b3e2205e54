import Delivery
import Platform
import Protocols

/// A web server is asked what may be done there (OPTIONS), with user and password: nothing is put, since what is put may stay.
extension EndpointCheck {
    func checkHTTP(_ isSecure: Bool) throws(DeliveryError) -> String {
        let address = try PlaylistAddress(parsing: url.afterScheme, isSecure: isSecure)
        let deadline = MediaTime.now() + Self.limit
        let socket: StreamSocket
        do throws(NetworkError) {
            let security = isSecure ? settings.connection.security : .none
            socket = try StreamSocket(host: address.folder.host, port: UInt16(address.folder.port), security: security)
            try socket.connect(until: deadline, eachStage: settings.phaseLimit) { stage in steps.enter(OpeningPhase(stage)) }
        } catch { throw DeliveryError(NetworkError(reaching: error), for: url) }
        defer { socket.close(until: .now() + .milliseconds(200)) }
        steps.enter(.options)
        let answer = try options(address, over: socket, until: min(deadline, .now() + settings.phaseLimit))
        return try verdict(on: answer, hasCredentials: address.folder.credentials != nil)
    }

    private func options(_ address: PlaylistAddress, over socket: StreamSocket, until deadline: MediaTime) throws(DeliveryError) -> HTTPAnswer {
        let authorization = address.folder.credentials.map { "Authorization: Basic \(Base64.encoded($0.utf8))\r\n" } ?? ""
        var request =
            "OPTIONS \(address.folder.target(address.stem + ".m3u8")) HTTP/1.1\r\nHost: \(address.folder.hostField)\r\nUser-Agent: splitcast\r\n"
            + "\(authorization)Connection: close\r\n\r\n"
        var buffer = [UInt8](repeating: 0, count: 4096)
        var reader = HTTPAnswerReader()
        do {
            var failure: NetworkError?
            request.withUTF8 { bytes in
                do throws(NetworkError) { try socket.write(UnsafeRawBufferPointer(bytes), until: deadline) } catch { failure = error }
            }
            if let failure { throw failure }
            while reader.whole == nil {
                let count = try buffer.withUnsafeMutableBytes { try socket.read(into: $0, until: deadline) }
                guard count > 0 else { break }
                try buffer.withUnsafeBytes { try reader.read(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            }
        } catch let error as NetworkError {
            throw DeliveryError(
                error.code == .timedOut ? .timedOut : .lost, "\(url): the server did not answer: \(error.message)", cause: error)
        } catch {
            throw DeliveryError(.rejected, "\(url): what answers there is no web server")
        }
        guard let answer = reader.whole ?? reader.end() else { throw DeliveryError(.lost, "\(url): the server hung up without an answer") }
        return answer
    }

    /// What may be done there is often not told: only a plain no is one.
    private func verdict(on answer: HTTPAnswer, hasCredentials: Bool) throws(DeliveryError) -> String {
        if answer.isGood, let allow = answer.allow, !allow.uppercased().split(whereSeparator: { ", ".contains($0) }).contains("PUT") {
            throw DeliveryError(
                .rejected, "\(url): the server accepts no PUT there (it allows \(allow.prefix(60))): is WebDAV switched on for this path?")
        }
        switch answer.status {
        case 300..<400, 401, 402, 407, 410, 423, 429, 500, 502..<600: throw DeliveryError(answer, to: url, about: "OPTIONS")
        case 200..<300 where answer.allow != nil: return "the server answers, and accepts PUT there"
        default:
            return
                "the server answers\(hasCredentials ? " and knows user and password" : ""); "
                + "it does not say whether it accepts PUT there (\(answer.status)): "
                + "'splitcast preflight' finds out by putting a file and deleting it"
        }
    }
}
