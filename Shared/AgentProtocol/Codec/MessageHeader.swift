/// The eight bytes before every message: mark, version, kind, length of what follows.
struct MessageHeader {
    /// "SC" read as bytes.
    static let magic: UInt16 = 0x4353
    static let version: UInt8 = 1
    static let bytes = 8

    let version: UInt8
    let kind: UInt8

    /// Reads the header and leaves the reader at the body. The length must be that of the message.
    init(_ reader: inout WireReader) throws(WireError) {
        guard try reader.integer(UInt16.self) == Self.magic else { throw .badMagic }
        version = try reader.integer()
        kind = try reader.integer()
        let length: UInt32 = try reader.integer()
        guard Int(length) == reader.remaining else { throw .badLength }
    }
}

/// What a message is. Raw values travel on the wire and never change; unknown ones are ignored and counted.
public enum MessageKind: UInt8, Sendable, CaseIterable {
    // On the hand-off connection
    case hello = 1
    case welcome = 2
    case refusal = 3
    case geometry = 4
    case memory = 5
    case cast = 6
    // From the agent, over its ZeroMQ endpoint
    case agentState = 16
    case notice = 17
    case pointer = 18
    case pointerImage = 19
    case ended = 20
    case remark = 21
    case focus = 22
    case displayPower = 23
    case cameraControls = 24
    case extra = 25
    // From the host, over the same endpoint
    case hostState = 32
    case cameraSettings = 33
    // On the audio connection, from the process that pushes audio
    case soundHello = 64
    case soundBlock = 67
    case soundEnd = 69
    // From the host, over the same connection
    case soundAccepted = 65
    case soundRefusal = 66
    case soundState = 68
}
