import NIOCore
import NIOWebSocket
import Platform

/// A client of the server, from its first message to its end. One request after the other.
struct OBSConnection: Sendable {
    /// What is the same for all.
    struct Server: Sendable {
        let requests: OBSRequests
        let feed: OBSEventFeed
        let usage: APIUsage
        let guesses: TokenGuesses
        let connections: PageConnections
        let limits: OBSWebSocketLimits
        /// `nil` where none is needed.
        let password: String?
    }

    private let channel: any Channel
    private let peer: PagePeer
    private let frames: OBSFrames
    private let server: Server

    init(_ accepted: AcceptedConnection, _ frames: OBSFrames, _ server: Server) {
        (channel, peer, self.frames, self.server) = (accepted.channel, accepted.peer, frames, server)
    }

    private struct State {
        let authentication: OBSAuthentication?
        let deadline: Scheduled<Void>
        /// Before, nothing of the protocol can be sent.
        var isOpen = false
        var form = OBSMessage.Form.json
        var isIdentified = false
        var (received, sent) = (0, 0)

        init(_ authentication: OBSAuthentication?, deadline: Scheduled<Void>) {
            (self.authentication, self.deadline) = (authentication, deadline)
        }
    }

    /// Returns when the client, or what it sent, ends the connection, or the task is cancelled.
    func serve() async {
        defer {
            server.feed.leave(channel)
            server.connections.remove(channel, of: peer)
            channel.close(promise: nil)
        }
        channel.setOption(.autoRead, value: true).whenFailure { [channel] _ in channel.close(promise: nil) }
        var state = State(server.password.map { OBSAuthentication(password: $0) }, deadline: closing(in: server.limits.identifyTime))
        defer { state.deadline.cancel() }
        do {
            for await next in frames.incoming {
                switch next {
                case .opened(let form):
                    (state.isOpen, state.form) = (true, form)
                    try await greet(state)
                case .message(let bytes, let form):
                    guard form == state.form else {
                        throw OBSEnding(.messageDecodeError, state.form == .json ? "messages are text: JSON" : "messages are binary: MessagePack")
                    }
                    try await handle(bytes, &state)
                case .closed: return try await send(WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer()))
                }
                frames.done(channel)
            }
            guard Task.isCancelled, state.isOpen else { return }
            server.feed.refresh()
            server.feed.tellEnd()
            try await send(OBSMessage.closing(.goingAway, "the broadcast has ended"))
        } catch let ending as OBSEnding {
            await farewell(ending)
        } catch {
            // The client is gone: it concerns no other.
            return
        }
    }

    /// The client is told why, and what it sent meanwhile is read, or it might lose that.
    private func farewell(_ ending: OBSEnding) async {
        let deadline = closing(in: .seconds(2))
        defer { deadline.cancel() }
        do { try await send(OBSMessage.closing(ending.code, ending.reason)) } catch { return }  // it is gone
        frames.done(channel)
        for await next in frames.incoming {
            if case .closed = next { return }
            frames.done(channel)
        }
    }

    // MARK: Messages

    private func greet(_ state: State) async throws {
        var hello: [String: JSONValue] = [
            "obsStudioVersion": .text(OBSRequests.programVersion), "obsWebSocketVersion": .text(OBSRequests.protocolVersion), "rpcVersion": 1,
        ]
        if let authentication = state.authentication {
            hello["authentication"] = ["challenge": .text(authentication.challenge), "salt": .text(authentication.salt)]
        }
        try await send(OBSMessage.frame(.hello, .object(hello), state.form))
    }

    private func handle(_ bytes: ByteBuffer, _ state: inout State) async throws {
        state.received += 1
        let (code, data) = try OBSMessage.read(bytes.readableBytesView, state.form)
        switch code {
        case .identify:
            guard !state.isIdentified else { throw OBSEnding(.alreadyIdentified, "you are identified already: send Reidentify for other events") }
            try await identify(data, &state)
        case .reidentify, .request, .requestBatch:
            guard state.isIdentified else { throw OBSEnding(.notIdentified, "identify first") }
            if code == .reidentify { try await follow(data, &state) }
            if code == .request { try await answer(data, &state) }
            if code == .requestBatch { try await answerBatch(data, &state) }
        case .hello, .identified, .event, .requestResponse, .requestBatchResponse:
            throw OBSEnding(.unknownOpCode, "op \(code.rawValue) is for servers")
        }
    }

    private func identify(_ data: [String: JSONValue], _ state: inout State) async throws {
        guard let version = data["rpcVersion"] else { throw OBSEnding(.missingDataField, "\"rpcVersion\" is missing") }
        guard case .whole(let number) = version else { throw OBSEnding(.invalidDataFieldType, "\"rpcVersion\" is a number") }
        guard number == 1 else { throw OBSEnding(.unsupportedRpcVersion, "rpcVersion is 1 here") }
        if let authentication = state.authentication {
            guard case .text(let text)? = data["authentication"], authentication.matches(text) else {
                try await Task.sleep(for: server.guesses.note())
                throw OBSEnding(.authenticationFailed, "the password is wrong, or was not given")
            }
        }
        state.isIdentified = true
        state.deadline.cancel()
        try await follow(data, &state)
    }

    private func follow(_ data: [String: JSONValue], _ state: inout State) async throws {
        let mask: Int
        switch data["eventSubscriptions"] {
        case nil, .null: mask = OBSEvent.usual
        case .whole(let number) where number >= 0: mask = number
        default: throw OBSEnding(.invalidDataFieldType, "\"eventSubscriptions\" is a number")
        }
        state.sent += 1
        let deadline = closing(in: server.limits.writeTime)
        defer { deadline.cancel() }
        try await server.feed.follow(channel, state.form, mask: mask, greeting: ["negotiatedRpcVersion": 1]).get()
    }

    // MARK: Requests

    private func answer(_ data: [String: JSONValue], _ state: inout State) async throws {
        let response = try await response(to: data, &state, inBatch: false)
        try await send(OBSMessage.frame(.requestResponse, .object(response.fields), state.form), &state)
    }

    /// In turn, whatever is said about the way of it.
    private func answerBatch(_ data: [String: JSONValue], _ state: inout State) async throws {
        guard case .list(let requests)? = data["requests"] else { throw OBSEnding(.missingDataField, "\"requests\" is missing: it is a list") }
        guard requests.count <= OBSWebSocketLimits.mostInBatch else {
            throw OBSEnding(.unsupportedFeature, "a batch has at most \(OBSWebSocketLimits.mostInBatch) requests")
        }
        if let type = data["executionType"], type != .null {
            guard case .whole(let number) = type else { throw OBSEnding(.invalidDataFieldType, "\"executionType\" is a number") }
            guard (0...2).contains(number) else { throw OBSEnding(.invalidDataFieldValue, "\"executionType\" is 0, 1 or 2") }
        }
        let halts = data["haltOnFailure"] == true
        var results: [JSONValue] = []
        for request in requests {
            guard case .object(let fields) = request else { throw OBSEnding(.invalidDataFieldType, "each of \"requests\" is an object") }
            let response = try await response(to: fields, &state, inBatch: true)
            results.append(.object(response.fields))
            if halts, !response.isDone { break }
        }
        let answer: JSONValue = ["requestId": data["requestId"] ?? .null, "results": .list(results)]
        try await send(OBSMessage.frame(.requestBatchResponse, answer, state.form), &state)
    }

    private typealias Response = (fields: [String: JSONValue], isDone: Bool)

    /// - Throws: when the client is gone.
    private func response(to data: [String: JSONValue], _ state: inout State, inBatch: Bool) async throws -> Response {
        var fields: [String: JSONValue] = ["requestType": data["requestType"] ?? .null]
        // As it was given: text, as the protocol has it, or a number, as some clients have it.
        if let id = data["requestId"] { fields["requestId"] = id } else if !inBatch { fields["requestId"] = .null }
        let outcome = await outcome(of: data, inBatch: inBatch)
        switch outcome {
        case .success(var answer):
            if data["requestType"] == .text(OBSRequestName.getStats.rawValue) {
                answer["webSocketSessionIncomingMessages"] = .whole(state.received)
                answer["webSocketSessionOutgoingMessages"] = .whole(state.sent)
            }
            fields["requestStatus"] = ["result": true, "code": 100]
            if !answer.isEmpty { fields["responseData"] = .object(answer) }
            return (fields, true)
        case .failure(let refusal):
            fields["requestStatus"] = ["result": false, "code": .whole(refusal.code.rawValue), "comment": .text(refusal.comment)]
            return (fields, false)
        }
    }

    private func outcome(of data: [String: JSONValue], inBatch: Bool) async -> Result<OBSRequests.Answer, OBSRefusal> {
        do throws(OBSRefusal) {
            let (name, fields) = try OBSRequestName.read(data)
            if inBatch, name == .sleep { return .success(try await sleep(fields)) }
            return .success(try await carryOut(name, fields))
        } catch { return .failure(error) }
    }

    private func sleep(_ fields: OBSFields) async throws(OBSRefusal) -> OBSRequests.Answer {
        if !fields.has("sleepMillis"), fields.has("sleepFrames") { throw OBSRefusal(.unsupportedRequestBatchExecutionType, "give \"sleepMillis\"") }
        let milliseconds = try fields.number("sleepMillis", 0...OBSWebSocketLimits.longestSleep.inMilliseconds)
        try? await Task.sleep(for: .nanoseconds(Int64(clamping: milliseconds * 1e6)))  // cancelled is how it ends
        return [:]
    }

    /// On a thread of its own: it may wait for a disk, a sound server or the end of a target.
    private func carryOut(_ name: OBSRequestName, _ fields: OBSFields) async throws(OBSRefusal) -> OBSRequests.Answer {
        guard server.usage.beginWork() else { throw OBSRefusal(.notReady, "the host is busy with other requests: try again in a moment") }
        defer { server.usage.endWork() }
        server.usage.countRequest()
        let outcome: Result<OBSRequests.Answer, OBSRefusal>
        do throws(SystemError) {
            outcome = try await Worker.run(name: "obs-request") { [server] in
                do throws(OBSRefusal) {
                    let answer = try server.requests.answer(name, fields)
                    // Who changed something is told of it soon.
                    server.feed.refresh()
                    return .success(answer)
                } catch { return .failure(error) }
            }
        } catch { throw OBSRefusal(.notReady, "no thread for the request: \(error)") }
        return try outcome.get()
    }

    // MARK: Sending

    private func send(_ frame: WebSocketFrame, _ state: inout State) async throws {
        state.sent += 1
        try await send(frame)
    }

    /// A client that does not accept it in time loses its connection.
    private func send(_ frame: WebSocketFrame) async throws {
        let deadline = closing(in: server.limits.writeTime)
        defer { deadline.cancel() }
        try await channel.writeAndFlush(frame)
    }

    private func closing(in time: Duration) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: .nanoseconds(time.inNanoseconds)) { [channel] in channel.close(promise: nil) }
    }
}
