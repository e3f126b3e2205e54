/// The client's side of an RTMP connection that publishes one stream: bytes in, bytes out and decisions. Knows no socket and no
/// clock; whoever owns it sends `outgoing` as it comes and ends what takes too long.
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
        /// The server takes the stream.
        case accepted
        /// To be tried again on a new connection, with this appended to the application.
        case askAgain(query: String)
    }

    private enum Call: Double { case connect = 1, releaseStream, announce, createStream, publish, withdraw, deleteStream }

    private let address: RTMPAddress
    private let query: String
    private let login: AdobeLogin?
    private(set) var state = State.greeting
    /// To be sent in this order, and then removed by whoever did.
    var outgoing: [UInt8] = []
    /// Waits for the end of the message that is being written.
    private var delayed: [RTMPMessage] = []
    private var handshake = RTMPHandshake()
    private var reader = ChunkReader()
    private var writer = ChunkWriter()
    private var splitter = FLVSplitter()
    private var streamID: UInt32 = 0
    private var acknowledgements = Acknowledgements()
    private static let chunkBytes: UInt32 = 4096
    private static let mostDelayed = 64

    /// - Parameters:
    ///   - query: of `Outcome.askAgain`; empty at first.
    ///   - seed: random.
    init(_ address: RTMPAddress, query: String = "", seed: UInt64) {
        (self.address, self.query) = (address, query)
        login = address.user.map { user in
            let digits = String(seed & 0xFFFF_FFFF, radix: 16)
            let challenge = String(repeating: "0", count: 8 - digits.count) + digits
            return AdobeLogin(user: user, password: address.password ?? "", challenge: challenge)
        }
        outgoing = RTMPHandshake.greeting(seed: seed)
    }

    /// What came from the server.
    ///
    /// - Throws: when it said no, hung up by word, or made no sense. Nothing may follow then.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(RTMPRefusal) -> Outcome {
        guard state != .over else { return .none }
        acknowledgements.count(bytes.count)
        var rest = bytes[...]
        if state == .greeting {
            guard try handshake.take(&rest, answer: &outgoing) else { return .none }
            state = .connecting
            connect()
        }
        reader.append(UnsafeRawBufferPointer(rebasing: rest))
        var outcome = Outcome.none
        while let message = try nextMessage() {
            let next = try take(message)
            if next != .none { outcome = next }
        }
        if let due = acknowledgements.due() { send(RTMPMessage(RTMPMessage.Kind.acknowledgement, due), on: .control) }
        return outcome
    }

    /// The next bytes of the FLV stream that is published. Only while `live`.
    mutating func publish(_ flv: UnsafeRawBufferPointer) throws(RTMPRefusal) {
        do throws(RTMPGarbage) {
            try splitter.take(flv, streamID: streamID, through: &writer, into: &outgoing)
        } catch {
            throw RTMPRefusal(.media, "the muxer wrote what RTMP cannot carry: \(error.words)")
        }
        guard !writer.isInMessage, !delayed.isEmpty else { return }
        for message in delayed { writer.write(message, on: Self.lane(message.kind), into: &outgoing) }
        delayed.removeAll(keepingCapacity: true)
    }

    /// Takes the stream back. Nothing but sending what is outgoing may follow.
    mutating func sayGoodbye() {
        if state == .live || state == .publishing, !writer.isInMessage {
            command("FCUnpublish", .withdraw, .null, .string(address.key))
            command("deleteStream", .deleteStream, .null, .number(Double(streamID)))
        }
        state = .over
    }

    // --- what the server says

    private mutating func nextMessage() throws(RTMPRefusal) -> RTMPMessage? {
        do throws(RTMPGarbage) { return try reader.next() } catch {
            throw RTMPRefusal(state == .live ? .lost : .rejected, "the server sent what is no RTMP: \(error.words)")
        }
    }

    private mutating func take(_ message: RTMPMessage) throws(RTMPRefusal) -> Outcome {
        switch message.kind {
        case RTMPMessage.Kind.windowSize: acknowledgements.window = message.number() ?? 0
        case RTMPMessage.Kind.peerBandwidth: answerBandwidth(message)
        case RTMPMessage.Kind.userControl: answerPing(message)
        case RTMPMessage.Kind.command: return try take(command: AMF0Reader.values(message.payload))
        // The same, with a byte before it that says so.
        case RTMPMessage.Kind.extendedCommand: return try take(command: AMF0Reader.values(message.payload, from: 1))
        default: break
        }
        return .none
    }

    private mutating func take(command values: [AMF0Value]) throws(RTMPRefusal) -> Outcome {
        let call = values.count > 1 ? values[1].number.flatMap(Call.init(rawValue:)) : nil
        let information = values.dropFirst(2).last { $0["code"] != nil || $0["level"] != nil } ?? .null
        switch (values.first?.text, call) {
        case ("_result", .connect) where state == .connecting:
            if let refusal = RTMPRefusal(status: information) { throw refusal }
            createStream()
        case ("_result", .createStream) where state == .creating:
            publish(on: values.dropFirst(3).first?.number)
        case ("_result", .publish) where state == .publishing:
            if let refusal = RTMPRefusal(status: information) { throw refusal }
            return accept()
        case ("_error", .connect) where state == .connecting:
            return try beRefused(information)
        case ("_error", .createStream), ("_error", .publish):
            throw RTMPRefusal(status: information, isError: true) ?? RTMPRefusal(.rejected, "the server refused the stream")
        case ("onStatus", _), ("onFCPublish", _):
            return try take(status: information)
        case ("close", _):
            throw state == .live
                ? RTMPRefusal(.lost, "the server ended the stream")
                : RTMPRefusal(.rejected, "the server closed the connection instead of taking the stream: check application and key")
        default: break
        }
        return .none
    }

    private mutating func take(status: AMF0Value) throws(RTMPRefusal) -> Outcome {
        if state == .connecting, status["code"]?.text == "NetConnection.Connect.Rejected" { return try beRefused(status) }
        if let refusal = RTMPRefusal(status: status) { throw refusal }
        let code = status["code"]?.text?.lowercased() ?? ""
        if state == .publishing, code.hasSuffix("publish.start") || code.hasSuffix("publish.success") { return accept() }
        let isEnd = ["unpublish.success", "connect.closed", "connect.appshutdown"].contains { code.hasSuffix($0) }
        if state == .live, isEnd {
            let words = RTMPRefusal.quote(status["code"]?.text ?? "", status["description"]?.text ?? "")
            throw RTMPRefusal(.lost, "the server ended the stream\(words)")
        }
        return .none
    }

    private func beRefused(_ information: AMF0Value) throws(RTMPRefusal) -> Outcome {
        let words = information["description"]?.text ?? ""
        if let login {
            switch login.answer(to: words) {
            // The same question again is a no: what was answered did not please.
            case .query(let query) where query != self.query: return .askAgain(query: query)
            case .query, .refused: throw RTMPRefusal(.badKey, "the server does not accept user and password: check both")
            case nil: break
            }
        } else if words.contains("need auth") || words.contains("needauth") {
            throw RTMPRefusal(.badKey, "the server wants a user and a password: write \(address.isSecure ? "rtmps" : "rtmp")://USER:PASSWORD@HOST/…")
        }
        throw RTMPRefusal(status: information, isError: true) ?? RTMPRefusal(.rejected, "the server refused the connection")
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
            .object([
                "app": .string(address.application + query), "type": .string("nonprivate"), "flashVer": .string("FMLE/3.0 (compatible; FMSc/1.0)"),
                "tcUrl": .string(address.tcURL(query)),
            ]))
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

    private mutating func send(_ message: RTMPMessage, on lane: ChunkWriter.Lane) {
        if !writer.isInMessage {
            writer.write(message, on: lane, into: &outgoing)
        } else if delayed.count < Self.mostDelayed {
            delayed.append(message)
        }
    }

    private static func lane(_ kind: UInt8) -> ChunkWriter.Lane {
        switch kind {
        case RTMPMessage.Kind.command: .commands
        default: .control
        }
    }
}
