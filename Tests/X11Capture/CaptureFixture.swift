import CaptureKit
import Frames
import Glibc
import Platform
import Synchronization
import Testing

@testable import X11Capture

/// A backend with frame memory of its own that the test can look into, driven as the agent's session drives it.
final class CaptureFixture {
    let backend: X11Backend
    private(set) var layout: FrameLayout
    private var memory: UnsafeMutableRawBufferPointer
    private static let serial = Atomic<Int>(0)

    init(
        _ display: String, _ selection: ScreenSelection = .whole, window: WindowChoice? = nil, transfer: TransferChoice = .automatic,
        hidesPointer: Bool = false
    ) throws {
        backend = try X11Backend(
            X11Options(display: display, selection: selection, window: window, transfer: transfer, hidesPointer: hidesPointer))
        layout = FrameLayout(geometry: backend.geometry)!
        memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        try attach()
    }

    deinit { munmap(memory.baseAddress, memory.count) }

    /// New frame memory for the backend's geometry of this moment.
    func attach() throws {
        munmap(memory.baseAddress, memory.count)
        layout = FrameLayout(geometry: backend.geometry)!
        let name = "/splitcast-test-\(getpid())-\(Self.serial.add(1, ordering: .relaxed).newValue)"
        let descriptor = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
        shm_unlink(name)
        defer { close(descriptor) }
        ftruncate(descriptor, layout.totalBytes)
        let address = mmap(nil, layout.totalBytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        memory = UnsafeMutableRawBufferPointer(start: address!, count: layout.totalBytes)
        try backend.attach(memory: descriptor, layout: layout)
    }

    func poison(_ byte: UInt8 = 0xA7) { _ = memset(memory.baseAddress!, Int32(byte), memory.count) }

    /// A slot's pixels, unused byte cleared unless `raw`.
    func pixels(slot: Int = 0, raw: Bool = false) -> [UInt32] {
        let start = memory.baseAddress! + layout.offsetBytes(ofSlot: slot)
        return (0..<layout.geometry.frameBytes / 4).map {
            (start + $0 * 4).load(as: UInt32.self) & (raw ? .max : 0xFFFFFF)
        }
    }

    /// Whether a slot holds these pixels. Compared here, since `#expect` would work out the difference of two large arrays.
    func shows(_ expected: [UInt32], slot: Int = 0) -> Bool { pixels(slot: slot) == expected }

    func grabAll(slot: Int = 0) throws {
        _ = try backend.grab(Damage(PixelRectangle(of: layout.geometry.size)), into: slot)
    }

    func takeDamage() throws -> Damage {
        var damage = Damage()
        try backend.takeDamage(into: &damage)
        return damage
    }

    /// Waits, with poll(2), until the backend reports one of `wanted`; the watchdog is ten seconds.
    @discardableResult
    func wait(for wanted: ScreenEvents) throws -> ScreenEvents {
        let deadline = MediaTime.now() + .seconds(10)
        var seen: ScreenEvents = []
        while MediaTime.now() < deadline {
            seen.formUnion(try backend.takeEvents())
            if !seen.isDisjoint(with: wanted) { return seen }
            waitReadable(until: deadline)
        }
        Issue.record("nothing came of events \(wanted.rawValue), only \(seen.rawValue)")
        return seen
    }

    /// What the session does while it has nothing else to do.
    func waitReadable(until deadline: MediaTime, or other: Int32 = -1) {
        if backend.nextEventTime != nil { return }
        var entries = [backend.descriptor!, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = pollUntil(deadline, &entries, 2)
    }

    /// Grabs what has changed into slot 0, if anything has.
    func follow() throws {
        while try backend.takeEvents().contains(.damaged) { _ = try backend.grab(takeDamage(), into: 0) }
    }

    /// Grabs everything that is known to have changed into slot 0 and leaves no event behind.
    func settle() throws {
        try wait(for: .damaged)
        _ = try backend.grab(takeDamage(), into: 0)
    }
}
