import Codec
import Platform

/// The client's side of an RTMP connection that publishes one stream: bytes in, bytes out and decisions. Knows no socket and no
/// clock: its owner sends `outgoing` as it comes and ends what takes too long.
///
///     greeting ─► connect ─► releaseStream, FCPublish, createStream ─► publish ─► media ─► FCUnpublish, deleteStream
///
/// A value: made anew for each connection.
struct RTMPPublisher {
    enum State: Hashable {
        case greeting
        /// `connect` was sent.
        case connecting
        /// `createStream` was sent.
        case creating
        /// `publish` was sent.
        case publishing
        case live
        case over
    }

    enum Outcome: Hashable {
        case none
        /// The server accepts the stream.
        case accepted
        /// To be tried again on a new connection, with this appended to the application.
        case askAgain(query: String)
    }

    private enum Call: Double { case connect = 1, releaseStream, announce, createStream, publish, withdraw, deleteStream }

    private let address: RTMPAddress
    private let query: String
    /// What is published that a server must know enhanced RTMP for.
    private let enhanced: [Coding]
    /// Of what the server says.
    private let quotation: Quotation
    private let login: AdobeLogin?
    private(set) var state = State.greeting
    /// To be sent in this order, and removed by its sender.
    var outgoing: [UInt8] = []
    private var handshake = RTMPHandshake()
    private var reader = ChunkReader()
    private var writer = ChunkWriter()
    private var media: RTMPMedia?
    private var streamID: UInt32 = 0
    private var acknowledgements = Acknowledgements()
    private static let chunkBytes: UInt32 = 4096

    /// - Parameters:
    ///   - query: of `Outcome.askAgain`; empty at first.
    ///   - seed: random.
    ///   - codings: what will be published.
    init(_ address: RTMPAddress, query: String = "", seed: UInt64, codings: [Coding] = []) {
        (self.address, self.query, quotation) = (address, query, Quotation(hiding: address.secrets))
        enhanced = codings.filter(\.isEnhanced)
        login = address.user.map { user in
            let digits = String(seed & 0xFFFF_FFFF, radix: 16)
            let challenge = String(repeating: "0", count: 8 - digits.count) + digits
            return AdobeLogin(user: user, password: address.password ?? "", challenge: challenge)
        }
        outgoing = RTMPHandshake.greeting(seed: seed)
    }

    /// Handles bytes that came from the server.
    ///
    /// - Throws: when the server refused or ended the stream, or sent what is no RTMP. Nothing may follow then.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) -> Outcome {
        guard state != .over else { return .none }
        acknowledgements.count(bytes.count)
        var rest = bytes[...]
        if state == .greeting {
            guard try handshake.receive(&rest, answer: &outgoing) else { return .none }
            state = .connecting
            connect()
        }
        reader.append(UnsafeRawBufferPointer(rebasing: rest))
        var outcome = Outcome.none
        while let message = try nextMessage() {
            let next = try handle(message)
            if next != .none { outcome = next }
        }
        if let due = acknowledgements.due() { send(RTMPMessage(RTMPMessage.Kind.acknowledgement, due), on: .control) }
        return outcome
    }

    /// What is published from now on. Nothing is sent before the first packet.
    mutating func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime) {
        media = RTMPMedia(streams, start: start, from: first)
    }

    /// The next packet of the streams. Only while `live`.
    mutating func publish(_ packet: Packet) throws(NetworkError) {
        _ = try media?.write(packet, streamID: streamID, through: &writer, into: &outgoing)
    }

    /// Leaves out the time until `next`.
    mutating func skip(to next: MediaTime) { media?.skip(to: next) }

    /// Says that no packet follows. Only while `live`.
    mutating func endMedia() { media?.writeEnd(streamID: streamID, through: &writer, into: &outgoing) }

    /// Ends the stream. Nothing but sending what is outgoing may follow.
    mutating func sayGoodbye() {
        if state == .live || state == .publishing {
            command("FCUnpublish", .withdraw, .null, .string(address.key))
            command("deleteStream", .deleteStream, .null, .number(Double(streamID)))
        }
        state = .over
    }

    // --- what the server says

    private mutating func nextMessage() throws(NetworkError) -> RTMPMessage? {
        do throws(RTMPGarbage) { return try reader.next() } catch {
            throw NetworkError(state == .live ? .lost : .rejected, "the server sent what is no RTMP: \(error.message)")
        }
    }

    private mutating func handle(_ message: RTMPMessage) throws(NetworkError) -> Outcome {
        switch message.kind {
        case RTMPMessage.Kind.windowSize: acknowledgements.window = message.number() ?? 0
        case RTMPMessage.Kind.peerBandwidth: answerBandwidth(message)
        case RTMPMessage.Kind.userControl: answerPing(message)
        case RTMPMessage.Kind.command: return try handle(command: AMF0Reader.values(message.payload))
        // The same, with a byte before it that says so.
        case RTMPMessage.Kind.extendedCommand: return try handle(command: AMF0Reader.values(message.payload, from: 1))
        default: break
        }
        return .none
    }

    private mutating func handle(command values: [AMF0Value]) throws(NetworkError) -> Outcome {
        let call = values.count > 1 ? values[1].number.flatMap(Call.init(rawValue:)) : nil
        let information = values.dropFirst(2).last { $0["code"] != nil || $0["level"] != nil } ?? .null
        switch (values.first?.text, call) {
        case ("_result", .connect) where state == .connecting:
            if let refusal = NetworkError(status: information, quotation) { throw refusal }
            if let refusal = ServerCodecs(announcedIn: values.dropFirst(2)).refusal(of: enhanced) { throw refusal }
            createStream()
        case ("_result", .createStream) where state == .creating:
            publish(on: values.dropFirst(3).first?.number)
        case ("_result", .publish) where state == .publishing:
            if let refusal = NetworkError(status: information, quotation) { throw refusal }
            return accept()
        case ("_error", .connect) where state == .connecting:
            return try handle(refusal: information)
        case ("_error", .createStream), ("_error", .publish):
            throw NetworkError(status: information, isError: true, quotation) ?? NetworkError(.rejected, "the server refused the stream")
        case ("onStatus", _), ("onFCPublish", _):
            return try handle(status: information)
        case ("close", _):
            throw state == .live
                ? NetworkError(.lost, "the server ended the stream")
                : NetworkError(.rejected, "the server closed the connection instead of accepting the stream: check application and key")
        default: break
        }
        return .none
    }

    private mutating func handle(status: AMF0Value) throws(NetworkError) -> Outcome {
        if state == .connecting, status["code"]?.text == "NetConnection.Connect.Rejected" { return try handle(refusal: status) }
        if let refusal = NetworkError(status: status, quotation) { throw refusal }
        let code = status["code"]?.text?.lowercased() ?? ""
        if state == .publishing, code.hasSuffix("publish.start") || code.hasSuffix("publish.success") { return accept() }
        let isEnd = ["unpublish.success", "connect.closed", "connect.appshutdown"].contains { code.hasSuffix($0) }
        if state == .live, isEnd {
            let quote = quotation.inBrackets(status["code"]?.text ?? "", status["description"]?.text ?? "")
            throw NetworkError(.lost, "the server ended the stream\(quote)")
        }
        return .none
    }

    private func handle(refusal information: AMF0Value) throws(NetworkError) -> Outcome {
        let description = information["description"]?.text ?? ""
        if let login {
            switch try answer(login, to: description) {
            // The same question again: the server did not accept the answer.
            case .query(let query) where query != self.query: return .askAgain(query: query)
            case .query, .refused: throw NetworkError(.badKey, "the server does not accept user and password: check both")
            case nil: break
            }
        } else if description.contains("need auth") || description.contains("needauth") {
            let scheme = address.isSecure ? "rtmps" : "rtmp"
            throw NetworkError(.badKey, "the server asks for a user and a password: write \(scheme)://USER:PASSWORD@HOST/…")
        }
        throw NetworkError(status: information, isError: true, quotation) ?? NetworkError(.rejected, "the server refused the connection")
    }

    private func answer(_ login: AdobeLogin, to description: String) throws(NetworkError) -> AdobeLogin.Answer? {
        do throws(NetworkError) { return try login.answer(to: description) } catch {
            throw NetworkError(.rejected, "the server asks for a login that this system cannot compute: \(error.message)")
        }
    }

    private mutating func accept() -> Outcome {
        state = .live
        return .accepted
    }

    private mutating func answerBandwidth(_ message: RTMPMessage) {
        guard let window = message.number(), window != acknowledgements.told else { return }
        acknowledgements.told = window
        send(RTMPMessage(RTMPMessage.Kind.windowSize, window), on: .control)
    }

    private mutating func answerPing(_ message: RTMPMessage) {
        // Six is a ping, seven its answer, with the same time.
        guard message.payload.count >= 6, message.payload[0] == 0, message.payload[1] == 6 else { return }
        send(RTMPMessage(RTMPMessage.Kind.userControl, [0, 7] + message.payload[2..<6]), on: .control)
    }

    // --- what we say

    private mutating func connect() {
        // What the most widespread encoders call themselves: some servers give others no stream.
        command(
            "connect", .connect,
            .object(
                [
                    AMF0Value.Property(name: "app", value: .string(address.application + query)),
                    AMF0Value.Property(name: "type", value: .string("nonprivate")),
                    AMF0Value.Property(name: "flashVer", value: .string("FMLE/3.0 (compatible; FMSc/1.0)")),
                    AMF0Value.Property(name: "tcUrl", value: .string(address.tcURL(query))),
                ] + ServerCodecs.question(about: enhanced)))
    }

    private mutating func createStream() {
        state = .creating
        send(RTMPMessage(RTMPMessage.Kind.chunkSize, Self.chunkBytes), on: .control)
        // FMS and what grew from it end an old stream of this key by the first and announce this one by the second;
        // others answer with an error that means nothing.
        command("releaseStream", .releaseStream, .null, .string(address.key))
        command("FCPublish", .announce, .null, .string(address.key))
        command("createStream", .createStream, .null)
    }

    private mutating func publish(on number: Double?) {
        state = .publishing
        streamID = number.flatMap { UInt32(exactly: $0) } ?? 1
        command("publish", .publish, .null, .string(address.key), .string("live"), streamID: streamID)
    }

    private mutating func command(_ name: String, _ call: Call, _ values: AMF0Value..., streamID: UInt32 = 0) {
        var body = AMF0Value.bytes(.string(name), .number(call.rawValue))
        for value in values { value.append(to: &body) }
        send(RTMPMessage(RTMPMessage.Kind.command, streamID: streamID, body), on: .commands)
    }

    private mutating func send(_ message: RTMPMessage, on stream: ChunkWriter.ChunkStream) { writer.write(message, on: stream, into: &outgoing) }
}
