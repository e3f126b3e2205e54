/// The host's answer to a greeting that it accepts.
public struct Welcome: WireMessage, Hashable {
    public static let kind = MessageKind.welcome

    /// The version that both speak from here on.
    public var version: UInt8
    /// Names this attachment: everything the agent sends carries it. Never reused while the host runs.
    public var generation: UInt32
    /// How often either side sends its state, and how long it may be silent before the other gives it up.
    public var heartbeatMilliseconds: UInt16
    public var silenceMilliseconds: UInt16
    /// ZeroMQ endpoint to connect a DEALER to: "ipc:///…/agent-TOKEN.zmq"; at most 127 bytes.
    public var endpoint: String

    public init(version: UInt8, generation: UInt32, heartbeatMilliseconds: UInt16, silenceMilliseconds: UInt16, endpoint: String) {
        (self.version, self.generation, self.endpoint) = (version, generation, endpoint)
        (self.heartbeatMilliseconds, self.silenceMilliseconds) = (heartbeatMilliseconds, silenceMilliseconds)
    }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(version)
        buffer.integer(UInt8(0))
        buffer.integer(UInt16(0))
        buffer.integer(generation)
        buffer.integer(heartbeatMilliseconds)
        buffer.integer(silenceMilliseconds)
        buffer.text(endpoint, atMost: 127)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        version = try reader.wire.integer()
        _ = try reader.wire.integer(UInt8.self)
        _ = try reader.wire.integer(UInt16.self)
        generation = try reader.wire.integer()
        heartbeatMilliseconds = try reader.wire.integer()
        silenceMilliseconds = try reader.wire.integer()
        guard heartbeatMilliseconds >= 10, silenceMilliseconds >= heartbeatMilliseconds else { throw .badValue(field: "heartbeat") }
        endpoint = try reader.wire.text("endpoint", atMost: 127)
    }
}
