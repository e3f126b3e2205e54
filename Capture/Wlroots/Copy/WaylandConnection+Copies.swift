import CWayland
import CaptureKit
import Frames
import Glibc
import Platform

/// Copies of screens, one at a time.
extension WaylandConnection {
    /// What a copy would look like: one round trip. The copy stays offered.
    /// - Throws: `.noScreen` when the screen gives none, as when it is off.
    func looks(of area: CapturedArea, withCursor: Bool) throws(CaptureError) -> CopyLooks {
        ask(for: area, withCursor: withCursor, anew: true)
        try settle()
        guard copyStage == CWAYLAND_OFFERED else {
            dropCopy()
            throw CaptureError(.noScreen, "screen \(area.screen.name) of the Wayland display \(display) gives no picture: is it switched on?")
        }
        return offeredLooks
    }

    /// Asks for another copy; one that is on its way is let go of.
    /// - Parameter anew: it does not wait for a change.
    /// - Returns: false when there is no such screen.
    @discardableResult
    func ask(for area: CapturedArea, withCursor: Bool, anew: Bool) -> Bool {
        guard let part = area.request(turnsBack: isOldWlroots) else {
            return cwayland_ask(handle, area.screen.number, withCursor ? 1 : 0, nil, anew ? 1 : 0) == 0
        }
        var region = cwayland_rectangle(x: Int32(part.x), y: Int32(part.y), width: Int32(part.width), height: Int32(part.height))
        return cwayland_ask(handle, area.screen.number, withCursor ? 1 : 0, &region, anew ? 1 : 0) == 0
    }

    /// Before 0.17, which has version 9 of `wl_seat`, as every other compositor with these copies has by now.
    private var isOldWlroots: Bool { (1..<9).contains(cwayland_seat_version(handle)) }

    /// - Parameter stale: what the slot misses; the compositor may refresh all of it.
    func copy(into slot: Int, afterChange: Bool, stale: Damage) {
        let count = stale.count
        withUnsafeTemporaryAllocation(of: cwayland_rectangle.self, capacity: Damage.capacity) { rectangles in
            for index in 0..<count {
                let part = stale[index]
                rectangles[index] = cwayland_rectangle(x: Int32(part.x), y: Int32(part.y), width: Int32(part.width), height: Int32(part.height))
            }
            cwayland_begin(handle, Int32(slot), afterChange ? 1 : 0, rectangles.baseAddress, Int32(count))
        }
    }

    /// Lets go of the frame memory.
    func detach() { cwayland_detach(handle) }

    func dropCopy() { cwayland_drop(handle) }

    var copyStage: cwayland_stage { cwayland_state(handle).pointee.stage }

    var offeredLooks: CopyLooks {
        let copy = cwayland_state(handle)!
        return CopyLooks(
            format: copy.pointee.format, size: PixelSize(width: Int(copy.pointee.width), height: Int(copy.pointee.height)),
            strideBytes: Int(copy.pointee.stride))
    }

    /// A copy that is ready.
    struct Finished {
        let damage: Damage
        let time: MediaTime
        let isUpsideDown: Bool
        /// How the compositor turned it; `nil` where the screen's own transform counts.
        let turn: UInt32?
    }

    func finishedCopy() -> Finished {
        let copy = cwayland_state(handle)!
        let rectangles = cwayland_damage(handle)!
        var damage = Damage()
        for index in 0..<Int(copy.pointee.damage_count) {
            let part = rectangles[index]
            damage.add(PixelRectangle(x: Int(part.x), y: Int(part.y), width: Int(part.width), height: Int(part.height)))
        }
        // Compositors may count by another clock, or not at all.
        let (now, said) = (MediaTime.now(), MediaTime(nanoseconds: copy.pointee.nanoseconds))
        let isCredible = said <= now && said > now - .milliseconds(500)
        return Finished(
            damage: damage, time: isCredible ? said : now, isUpsideDown: copy.pointee.is_upside_down != 0,
            turn: copy.pointee.turn >= 0 ? UInt32(copy.pointee.turn) : nil)
    }

    /// Gives the compositor the frame memory; the descriptor is borrowed, and the memory before is let go.
    func attach(memory descriptor: Int32, layout: FrameLayout, looks: CopyLooks) throws(CaptureError) {
        var copy = cwayland_copy()
        copy.format = looks.format
        (copy.width, copy.height, copy.stride) = (UInt32(looks.size.width), UInt32(looks.size.height), UInt32(looks.strideBytes))
        guard cwayland_attach(handle, descriptor, Int32(layout.slotBytes), Int32(layout.slotCount), &copy) == 0 else {
            throw CaptureError(.memory, "the frame memory cannot be given to the compositor: \(String(cString: strerror(errno)))")
        }
    }
}
