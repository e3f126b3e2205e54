import AgentProtocol
import Platform
import Synchronization

/// The live agent's pointer on its way to the picture: the newest position, the newest shape.
///
/// Written by the intake thread, read by the canvas's thread; neither waits.
public final class PointerFeed: Sendable {
    private static let hidden = Int64.min

    /// y in the upper 32 bits, x in the lower; `hidden` for none.
    private let packed = Atomic<Int64>(PointerFeed.hidden)
    private let shapes = NewestBox<PointerShape>()

    /// The hot spot in frame coordinates; `nil` while there is no pointer to be seen.
    public var position: (x: Int, y: Int)? {
        let value = packed.load(ordering: .relaxed)
        guard value != Self.hidden else { return nil }
        return (Int(Int32(truncatingIfNeeded: value)), Int(value >> 32))
    }

    /// The shape, once after each change.
    public func takeShape() -> PointerShape? { shapes.take() }

    func move(_ message: PointerMoved) {
        packed.store(message.isVisible ? Int64(message.y) << 32 | Int64(UInt32(bitPattern: message.x)) : Self.hidden, ordering: .relaxed)
    }

    func hide() { packed.store(Self.hidden, ordering: .relaxed) }

    func post(_ shape: PointerShape) { shapes.post(shape) }
}
