/// Whether the display is on that an agent captures. Sent by agents that know it, when that has changed; until then it is on.
public struct DisplayPower: WireMessage, Hashable {
    public static let kind = MessageKind.displayPower

    public var generation: UInt32
    /// Standby and suspend are off, too.
    public var isOn: Bool

    public init(generation: UInt32, isOn: Bool) { (self.generation, self.isOn) = (generation, isOn) }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.flag(isOn)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        isOn = try reader.wire.flag("on")
    }
}
