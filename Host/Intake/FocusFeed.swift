import AgentProtocol
public import Frames
import Synchronization

/// Where the window is that has the focus, as the live agent tells it, on its way to the picture.
///
/// Written by the intake thread, read by the canvas's thread and who asks what can be followed; none waits.
public final class FocusFeed: Sendable {
    /// The live agent does not tell it.
    private static let unknown: UInt64 = 0
    /// No window has it: a rectangle without height, which no message holds.
    private static let none: UInt64 = 1 << 32

    /// From the lowest: x, y, width, height, 16 bits each.
    private let packed = Atomic<UInt64>(FocusFeed.unknown)

    /// In frame coordinates, reaching beyond the frame where the window does; `nil` where no window has the focus, or it is not told.
    public var rectangle: PixelRectangle? {
        let value = packed.load(ordering: .relaxed)
        guard value != Self.unknown, value != Self.none else { return nil }
        func part(_ index: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: value >> (16 * index)) }
        return PixelRectangle(x: Int(Int16(bitPattern: part(0))), y: Int(Int16(bitPattern: part(1))), width: Int(part(2)), height: Int(part(3)))
    }

    /// Whether the live agent tells it.
    public var isTold: Bool { packed.load(ordering: .relaxed) != Self.unknown }

    /// - Parameter message: `nil` for an agent that has not told it.
    func set(_ message: FocusedWindow?) {
        guard let message else { return packed.store(Self.unknown, ordering: .relaxed) }
        guard let found = message.rectangle else { return packed.store(Self.none, ordering: .relaxed) }
        let corner = UInt64(UInt16(truncatingIfNeeded: found.x)) | UInt64(UInt16(truncatingIfNeeded: found.y)) << 16
        packed.store(
            corner | UInt64(UInt16(truncatingIfNeeded: found.width)) << 32 | UInt64(UInt16(truncatingIfNeeded: found.height)) << 48,
            ordering: .relaxed)
    }
}
