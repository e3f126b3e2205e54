/// What can be set of the camera that an agent captures, and how it is now. Sent by agents that have one, at first and when it changes.
public struct CameraControls: WireMessage, Hashable {
    public static let kind = MessageKind.cameraControls
    public static let most = 16

    /// One control, with the values that it takes.
    public struct Entry: Hashable, Sendable {
        public let control: CameraControl
        public let range: ClosedRange<Int32>
        /// From value to value, from the least on; 1 or more.
        public let step: Int32
        public let value: Int32

        /// - Returns: `nil` where that cannot be: an empty range, a step below 1, a value outside.
        public init?(_ control: CameraControl, minimum: Int32, maximum: Int32, step: Int32, value: Int32) {
            guard minimum <= maximum, step >= 1, (minimum...maximum).contains(value) else { return nil }
            (self.control, range, self.step, self.value) = (control, minimum...maximum, step, value)
        }
    }

    public var generation: UInt32
    public let entries: [Entry]

    /// - Parameter entries: `most` at most are sent.
    public init(generation: UInt32, _ entries: [Entry]) { (self.generation, self.entries) = (generation, Array(entries.prefix(Self.most))) }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.integer(UInt8(entries.count))
        for entry in entries {
            buffer.integer(entry.control.rawValue)
            buffer.integer(entry.range.lowerBound)
            buffer.integer(entry.range.upperBound)
            buffer.integer(entry.step)
            buffer.integer(entry.value)
        }
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        let count = Int(try reader.wire.integer(UInt8.self))
        guard count <= Self.most else { throw .badValue(field: "number of controls") }
        var entries: [Entry] = []
        for _ in 0..<count {
            let control = CameraControl(rawValue: try reader.wire.integer())
            let (minimum, maximum) = (try reader.wire.integer(Int32.self), try reader.wire.integer(Int32.self))
            let (step, value) = (try reader.wire.integer(Int32.self), try reader.wire.integer(Int32.self))
            guard let control else { continue }
            guard let entry = Entry(control, minimum: minimum, maximum: maximum, step: step, value: value) else { throw .badValue(field: "control") }
            guard !entries.contains(where: { $0.control == control }) else { throw .badValue(field: "control: it is there twice") }
            entries.append(entry)
        }
        self.entries = entries
    }
}
