import Glibc
import NIOCore
import NIOHTTP1
import Platform

/// A browser's connection: its requests, answered one after the other.
struct PageConnection: Sendable {
    typealias Channel = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
    private typealias Answers = NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

    /// A file goes out in pieces: a browser that is slow, or stays away, holds no whole segment in memory.
    private static let pieceSize = 128 * 1024
    /// What a connection has to end by itself.
    private static let farewell = TimeAmount.milliseconds(300)

    private let channel: any NIOCore.Channel
    private let peer: PagePeer
    private let requests: any PageContent
    private let connections: PageConnections
    private let limits: PageLimits

    /// - Parameter accepted: one that reads nothing yet.
    init(_ accepted: AcceptedConnection, _ requests: any PageContent, _ connections: PageConnections, _ limits: PageLimits) {
        (channel, peer, self.requests, self.connections, self.limits) = (accepted.channel, accepted.peer, requests, connections, limits)
    }

    /// Returns when the browser, or what it sent, ends the connection, or the task is cancelled.
    func serve() async {
        defer { connections.remove(channel, of: peer) }
        await withTaskCancellationHandler {
            // The browser went away, or it does not speak HTTP and was told so: it concerns no other.
            do { try await opened().executeThenClose(answerAll) } catch { return }
        } onCancel: {
            // A stream sends what happened last; a browser that stopped reading does not hold up the end.
            channel.eventLoop.scheduleTask(in: Self.farewell) { [channel] in channel.close(promise: nil) }
        }
    }

    /// What is opened has to be ended: so one that is never served is never opened.
    private func opened() async throws -> Channel {
        let opened = try await channel.eventLoop.submit { [channel] in
            guard channel.isActive else { throw ChannelError.alreadyClosed }
            return try Channel(wrappingChannelSynchronously: channel)
        }.get()
        channel.setOption(.autoRead, value: true).whenFailure { [channel] _ in channel.close(promise: nil) }
        return opened
    }

    private func answerAll(_ parts: NIOAsyncChannelInboundStream<HTTPServerRequestPart>, to answers: Answers) async throws {
        var (head, body): (HTTPRequestHead?, PageBody) = (nil, PageBody())
        for try await part in parts {
            switch part {
            case .head(let next): (head, body) = (next.inOriginForm, PageBody())
            case .body(let piece): body.add(piece)
            case .end: body.isWhole = true
            }
            // What is far too long is not waited for; the connection ends with it.
            guard let request = head, body.isWhole || body.isHopeless(request) else { continue }
            connections.note(channel, of: peer, isAnswered: true)
            let status = try await answer(request, with: requests.response(to: request, body.bytes(of: request), from: peer), to: answers)
            connections.note(channel, of: peer, isAnswered: false)
            guard Self.isKept(request, status), body.isWhole else { return }
            head = nil
        }
    }

    /// - Returns: the status of the answer.
    private func answer(
        _ request: HTTPRequestHead, with response: PageResponse, to answers: Answers
    ) async throws -> HTTPResponseStatus {
        switch response.body {
        case .pending(let answer): return try await self.answer(request, with: await answer(), to: answers)
        case .bytes(let bytes):
            let (head, range) = Self.head(response, to: request, of: bytes.readableBytes)
            try await answers.write(.head(head))
            if request.method != .HEAD, !range.isEmpty {
                try await answers.write(.body(.byteBuffer(bytes.getSlice(at: bytes.readerIndex + range.lowerBound, length: range.count)!)))
            }
        case .stream(let follow):
            try await answers.write(.head(Self.head(response, to: request, length: nil)))
            if request.method != .HEAD {
                let stream = try await PageStream(channel, limit: limits.writeTime) { try await answers.write(.body(.byteBuffer($0))) }
                try await follow(stream)
            }
        case .file(let path):
            // Segments are removed while the page is on its way to them.
            guard let file = OpenedFile(path) else { return try await answer(request, with: PageResponse(.notFound), to: answers) }
            let (head, range) = Self.head(response, to: request, of: file.size)
            try await answers.write(.head(head))
            file.skip(to: range.lowerBound)
            var left = request.method == .HEAD ? 0 : range.count
            while left > 0 {
                let piece = file.read(atMost: min(left, Self.pieceSize))
                // Shorter than was promised: the connection has to end.
                guard piece.readableBytes > 0 else { throw ChannelError.eof }
                left -= piece.readableBytes
                try await answers.write(.body(.byteBuffer(piece)))
            }
        }
        // Returns when the kernel has all of it: a connection that is closed then loses nothing.
        try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
        return response.status
    }

    /// For `size` bytes, of which the request may want a part.
    /// - Returns: with the bytes that follow.
    private static func head(_ response: PageResponse, to request: HTTPRequestHead, of size: Int) -> (HTTPResponseHead, Range<Int>) {
        guard response.status == .ok else { return (head(response, to: request, length: size), 0..<size) }
        switch RequestedRange(request, of: size) {
        case .whole:
            var head = head(response, to: request, length: size)
            head.headers.add(name: "Accept-Ranges", value: "bytes")
            return (head, 0..<size)
        case .part(let range):
            var head = head(response, to: request, length: range.count)
            head.status = .partialContent
            head.headers.add(name: "Content-Range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
            return (head, range)
        case .unsatisfiable:
            var head = head(response, to: request, length: 0)
            head.status = .rangeNotSatisfiable
            head.headers.add(name: "Content-Range", value: "bytes */\(size)")
            return (head, 0..<0)
        }
    }

    private static func head(_ response: PageResponse, to request: HTTPRequestHead, length: Int?) -> HTTPResponseHead {
        var headers = response.headers
        if let length { headers.add(name: "Content-Length", value: "\(length)") }
        headers.add(name: "Date", value: date())
        // To the millisecond, which a Date is not: the page tells by it how old the picture is, whatever the browser's clock says.
        headers.add(name: "Splitcast-Time", value: "\(WallClock.now().milliseconds)")
        if !isKept(request, response.status) { headers.add(name: "Connection", value: "close") }
        return HTTPResponseHead(version: .http1_1, status: response.status, headers: headers)
    }

    /// Whether another request may follow on the connection. Who is refused connects anew for each: a thousand that are sent at once get one answer.
    private static func isKept(_ request: HTTPRequestHead, _ status: HTTPResponseStatus) -> Bool {
        let isRefused = [.unauthorized, .forbidden, .misdirectedRequest].contains(status)
        return request.isKeepAlive && request.version == .http1_1 && !isRefused
    }

    /// Now, as HTTP writes it.
    private static func date() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        return String(unsafeUninitializedCapacity: 32) { room in
            room.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress!, $0.count, "%a, %d %b %Y %H:%M:%S GMT", &parts) }
        }
    }
}
