/// What the host wants of the camera that an agent captures, in this order. A camera that refuses one is a remark, and no reason to end.
public struct CameraSettings: WireMessage, Hashable {
    public static let kind = MessageKind.cameraSettings

    public struct Setting: Hashable, Sendable {
        public let control: CameraControl
        public let value: Int32

        public init(_ control: CameraControl, _ value: Int32) { (self.control, self.value) = (control, value) }
    }

    public var generation: UInt32
    public let settings: [Setting]

    /// - Parameter settings: `CameraControls.most` at most are sent.
    public init(generation: UInt32, _ settings: [Setting]) {
        (self.generation, self.settings) = (generation, Array(settings.prefix(CameraControls.most)))
    }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.integer(UInt8(settings.count))
        for setting in settings {
            buffer.integer(setting.control.rawValue)
            buffer.integer(setting.value)
        }
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        let count = Int(try reader.wire.integer(UInt8.self))
        guard count <= CameraControls.most else { throw .badValue(field: "number of settings") }
        var settings: [Setting] = []
        for _ in 0..<count {
            let control = CameraControl(rawValue: try reader.wire.integer())
            let value = try reader.wire.integer(Int32.self)
            if let control { settings.append(Setting(control, value)) }
        }
        self.settings = settings
    }
}
