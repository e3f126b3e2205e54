import AppGroup
import CaptureKit
import Frames
import Platform

/// The test card as a screen: makes a new frame at the host's rate and draws it into the slot itself.
struct PatternBackend: ScreenBackend {
    static let name = "pattern"

    let geometry: FrameGeometry
    let orientation = Orientation.up
    let descriptor: Int32? = nil
    var screenName: String { "test card" }

    private let card: TestCard
    private var frames: WritableFrames?
    private var frame: UInt32 = 0
    private var frameTime = MediaTime.now()
    private var interval = Duration.nanoseconds(33_333_333)
    private var damage = Damage()

    init(_ options: PatternOptions) {
        geometry = options.geometry
        card = TestCard(size: options.geometry.size)
    }

    var nextEventTime: MediaTime? { frameTime + interval }

    mutating func setFrameRate(milliFramesPerSecond: UInt32) {
        interval = .nanoseconds(1_000_000_000_000 / Int64(max(1, milliFramesPerSecond)))
    }

    mutating func takeEvents() throws(CaptureError) -> ScreenEvents {
        let now = MediaTime.now()
        guard now >= frameTime + interval else { return [] }
        // On the grid, unless a pause was so long that catching up would be a burst.
        frameTime = now - frameTime > .milliseconds(500) ? now : frameTime + interval
        damage.add(card.damage(from: frame, to: frame &+ 1))
        frame &+= 1
        return .damaged
    }

    mutating func takeDamage(into damage: inout Damage) throws(CaptureError) {
        damage.add(self.damage)
        self.damage.removeAll()
    }

    mutating func attach(memory descriptor: Int32, layout: FrameLayout) throws(CaptureError) {
        do throws(SystemError) { frames = try WritableFrames(descriptor: descriptor, layout: layout) } catch {
            throw CaptureError(.memory, "frame memory: \(error)", cause: error)
        }
    }

    mutating func grab(_ stale: borrowing Damage, into slot: Int) throws(CaptureError) -> MediaTime {
        guard let frames else { throw CaptureError(.memory, "no frame memory is attached") }
        let now = MediaTime.now()
        let milliseconds = UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000)
        let pixels = frames.pixels(ofSlot: slot).assumingMemoryBound(to: UInt32.self)
        for index in 0..<stale.count {
            card.draw(stale[index], frame: frame, milliseconds: milliseconds, into: pixels, strideBytes: geometry.strideBytes)
        }
        return now
    }

    mutating func pointerPosition() throws(CaptureError) -> PointerPosition? { nil }

    mutating func withPointerImage(_ body: (borrowing PointerImage) -> Void) throws(CaptureError) {}
}
