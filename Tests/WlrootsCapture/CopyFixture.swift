import AppGroup
import CaptureKit
import Fixtures
import Frames
import Glibc
import Platform
import Testing

@testable import WlrootsCapture

/// A backend with frame memory of its own that the test can look into, driven as the agent's session drives it.
final class CopyFixture {
    let backend: WlrootsBackend
    private(set) var layout: FrameLayout
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// - Parameter display: the path of a compositor's socket.
    init(_ display: String, _ choice: ScreenChoice = .first) throws {
        backend = try WlrootsBackend(WlrootsOptions(display: display, choice: choice))
        layout = FrameLayout(geometry: backend.geometry)!
        try attach()
    }

    deinit { munmap(memory.baseAddress, memory.count) }

    /// New frame memory for the backend's geometry of this moment.
    func attach() throws {
        munmap(memory.baseAddress, memory.count)
        layout = FrameLayout(geometry: backend.geometry)!
        let frames = try FrameMemory(layout: layout)
        let address = mmap(nil, layout.totalBytes, PROT_READ | PROT_WRITE, MAP_SHARED, frames.descriptor, 0)
        memory = UnsafeMutableRawBufferPointer(start: address!, count: layout.totalBytes)
        _ = memset(memory.baseAddress!, 0xA7, memory.count)
        try backend.attach(memory: frames.descriptor, layout: layout)
    }

    var whole: Damage { Damage(PixelRectangle(of: layout.geometry.size)) }

    /// Waits, with poll(2), until the backend reports one of `wanted`; the watchdog is ten seconds.
    @discardableResult
    func wait(for wanted: ScreenEvents, _ what: String = "") throws -> ScreenEvents {
        let deadline = MediaTime.now() + .seconds(10)
        var seen: ScreenEvents = []
        while MediaTime.now() < deadline {
            seen.formUnion(try backend.takeEvents())
            if !seen.isDisjoint(with: wanted) { return seen }
            let next = min(deadline, backend.nextEventTime ?? deadline)
            var entry = pollfd(fd: backend.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            _ = pollUntil(next, &entry, 1)
        }
        throw FixtureError("nothing came of events \(wanted.rawValue) \(what), only \(seen.rawValue)")
    }

    /// Lends a slot and waits until a copy is in it. Returns what is new in it.
    @discardableResult
    func copy(into slot: Int = 0, stale: Damage? = nil) throws -> Damage {
        backend.prepareGrab(stale ?? whole, into: slot)
        try wait(for: .damaged, "in slot \(slot)")
        return try finish(in: slot)
    }

    /// What is new in the copy that is there.
    func finish(in slot: Int) throws -> Damage {
        var damage = Damage()
        try backend.takeDamage(into: &damage)
        _ = try backend.grab(whole, into: slot)
        return damage
    }

    /// Copies, and new memory where another size asks for it, until a slot shows what is wanted; the watchdog is ten seconds.
    func copy(until what: String, _ condition: () -> Bool) throws {
        let deadline = MediaTime.now() + .seconds(10)
        backend.prepareGrab(whole, into: 0)
        while MediaTime.now() < deadline {
            let events = try wait(for: [.damaged, .geometryChanged], what)
            if events.contains(.geometryChanged) {
                try attach()
            } else {
                _ = try finish(in: 0)
                if condition() { return }
            }
            backend.prepareGrab(whole, into: 0)
        }
        throw FixtureError("never seen: \(what)")
    }

    /// A pixel of a slot, without its unused byte, at a share of the stored picture's width and height.
    func pixel(_ x: Double, _ y: Double, slot: Int = 0) -> UInt32 {
        let geometry = layout.geometry
        let (column, row) = (Int(x * Double(geometry.size.width)), Int(y * Double(geometry.size.height)))
        return pixel(column: column, row: row, slot: slot)
    }

    func pixel(column: Int, row: Int, slot: Int = 0) -> UInt32 {
        let offset = layout.offsetBytes(ofSlot: slot) + row * layout.geometry.strideBytes + column * 4
        return memory.load(fromByteOffset: offset, as: UInt32.self) & 0xFFFFFF
    }
}
