public import Frames

/// Which window has the focus. Sent by agents that know it, when they are told to capture and when it changes.
public struct FocusedWindow: WireMessage, Hashable {
    public static let kind = MessageKind.focus
    private static let corners = -32768...32767
    private static let longestSide = 65535

    public var generation: UInt32
    /// In frame coordinates; may reach beyond the frame. `nil` while no window on it has the focus.
    public let rectangle: PixelRectangle?

    /// - Parameter rectangle: cut to what can be told; an empty one is none.
    public init(generation: UInt32, _ rectangle: PixelRectangle?) {
        self.generation = generation
        let most = PixelRectangle(
            x: Self.corners.lowerBound, y: Self.corners.lowerBound, width: Self.longestSide, height: Self.longestSide)
        let cut = rectangle?.intersection(most)
        self.rectangle = cut?.isEmpty == false ? cut : nil
    }

    public func write(_ buffer: WireBuffer) {
        buffer.integer(generation)
        buffer.integer(Int32(rectangle?.x ?? 0))
        buffer.integer(Int32(rectangle?.y ?? 0))
        buffer.integer(UInt32(rectangle?.width ?? 0))
        buffer.integer(UInt32(rectangle?.height ?? 0))
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        generation = try reader.wire.integer()
        let (x, y) = (Int(try reader.wire.integer(Int32.self)), Int(try reader.wire.integer(Int32.self)))
        let (width, height) = (Int(try reader.wire.integer(UInt32.self)), Int(try reader.wire.integer(UInt32.self)))
        guard Self.corners.contains(x), Self.corners.contains(y) else { throw .badValue(field: "focused window's corner") }
        guard width <= Self.longestSide, height <= Self.longestSide else { throw .badValue(field: "focused window's size") }
        rectangle = width > 0 && height > 0 ? PixelRectangle(x: x, y: y, width: width, height: height) : nil
    }
}
