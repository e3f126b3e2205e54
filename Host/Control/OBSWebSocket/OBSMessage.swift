import NIOCore
import NIOWebSocket

/// The messages of obs-websocket 5, each an object of `op`, which says what it is, and `d`, what it has.
enum OBSMessage {
    /// The names are the protocol's.
    enum Code: Int {
        case hello = 0
        case identify, identified, reidentify
        case event = 5
        case request, requestResponse, requestBatch, requestBatchResponse
    }

    /// Why a connection is ended.
    enum CloseCode: UInt16 {
        case goingAway = 1001
        case protocolError = 1002
        case messageDecodeError = 4002
        case missingDataField = 4003
        case invalidDataFieldType = 4004
        case invalidDataFieldValue = 4005
        case unknownOpCode = 4006
        case notIdentified = 4007
        case alreadyIdentified = 4008
        case authenticationFailed = 4009
        case unsupportedRpcVersion = 4010
        case unsupportedFeature = 4012
    }

    /// How messages are written; the raw values are the names of WebSocket's subprotocols.
    enum Form: String, CaseIterable {
        /// Text, as where a client names none.
        case json = "obswebsocket.json"
        /// Binary.
        case messagePack = "obswebsocket.msgpack"
    }

    /// What a client sent: which message it is, and what it has.
    static func read(_ bytes: some Sequence<UInt8>, _ form: Form) throws(OBSEnding) -> (code: Code, data: [String: JSONValue]) {
        guard case .object(let fields)? = value(of: bytes, form) else { throw OBSEnding(.messageDecodeError, "a message is one object") }
        guard let op = fields["op"] else { throw OBSEnding(.missingDataField, "'op' is missing") }
        guard case .whole(let number) = op else { throw OBSEnding(.invalidDataFieldType, "'op' is a number") }
        guard let code = Code(rawValue: number) else { throw OBSEnding(.unknownOpCode, "there is no op \(number)") }
        guard case .object(let data)? = fields["d"] else { throw OBSEnding(.missingDataField, "'d' is missing: it is an object") }
        return (code, data)
    }

    private static func value(of bytes: some Sequence<UInt8>, _ form: Form) -> JSONValue? {
        switch form {
        case .json: try? ControlJSON.decode(JSONValue.self, from: bytes)  // whatever it is: it is none
        case .messagePack: try? MessagePack.decode(bytes)  // as above
        }
    }

    static func frame(_ code: Code, _ data: JSONValue, _ form: Form) -> WebSocketFrame {
        let message: JSONValue = ["op": .whole(code.rawValue), "d": data]
        switch form {
        case .json:
            let bytes = (try? ControlJSON.encode(message)) ?? []  // it always encodes
            return WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: bytes))
        case .messagePack: return WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: MessagePack.encode(message)))
        }
    }

    /// - Parameter reason: cut to what a frame of this kind can have.
    static func closing(_ code: CloseCode, _ reason: String) -> WebSocketFrame {
        var data = ByteBuffer(integer: code.rawValue)
        data.writeString(String(reason.prefix { $0.isASCII }.prefix(120)))
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
}
