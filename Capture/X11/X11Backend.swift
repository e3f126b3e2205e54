import CXCB
import CaptureKit
import Frames
import Glibc
import Platform

/// Captures one X screen, monitor or region: the X server copies straight into the slot, the agent only says which rows.
///
/// Damage is watched at level NonEmpty, subtracted into a region and fetched *before* the grab (ARCHITECTURE.md, "Why it is so"). A size
/// change of the root or a monitor is handled in `takeEvents`; a grab that overlaps with it leaves the slot as it is.
final class X11Backend: ScreenBackend {
    static let name = "x11"
    /// Frame memory of another size goes on to the X server by descriptor.
    let sending = SendingNeeds.descriptors

    let screenName: String
    private(set) var geometry: FrameGeometry
    /// A rotated X screen is captured upright already.
    let orientation = Orientation.up

    private let connection: X11Connection
    private let extensions: X11Extensions
    private let selection: ScreenSelection
    private let monitor: xcb_atom_t?
    /// What is captured, in root coordinates; as large as `geometry`.
    private var area: PixelRectangle
    private let damage: DamageWatch
    private var pointer: PointerWatch
    private var choice: TransferChoice
    private var transfer: PixelTransfer?
    /// Requests for pixels that are on their way.
    private var prepared: PixelRequest?
    /// Kept from one frame memory to the next: a sandboxed agent could not make another one.
    private var segment: SysVSegment?

    // What came in and has not been reported to the session.
    private var pending: ScreenEvents = [.damaged, .pointerImageChanged]
    private var isAllDamaged = true
    private var mustLookAgain = false
    /// A request without a reply that the server refused.
    private var failure: CaptureError?

    init(_ options: X11Options) throws(CaptureError) {
        connection = try X11Connection(to: options.display)
        try RootFormat.check(connection)
        extensions = try X11Extensions(of: connection)
        (selection, choice) = (options.selection, options.transfer)
        screenName = connection.display + options.selection.suffix
        monitor = if case .monitor(let name) = options.selection { try X11Monitors.atom(named: name, on: connection) } else { nil }

        // Selected before the first look, so that no change falls between the two.
        let changes = XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
        xcb_randr_select_input(connection.handle, connection.root, UInt16(changes))
        var mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue
        xcb_change_window_attributes(connection.handle, connection.root, XCB_CW_EVENT_MASK.rawValue, &mask)
        damage = DamageWatch(on: connection)
        pointer = PointerWatch(on: connection)
        area = try Self.look(connection, options.selection, monitor, isFirst: true)
        geometry = FrameGeometry(size: area.size)!  // resolve() has checked the limits
    }

    private static func look(
        _ connection: X11Connection, _ selection: ScreenSelection, _ monitor: xcb_atom_t?, isFirst: Bool
    ) throws(CaptureError) -> PixelRectangle {
        let monitors = try X11Monitors(of: connection)
        return try selection.resolve(
            root: monitors.rootSize, monitor: monitor.flatMap { monitors.rectangle(named: $0) }, display: connection.display, isFirst: isFirst)
    }

    // MARK: Events

    var descriptor: Int32? { connection.descriptor }

    /// Events that xcb read along with a reply sit in its queue, where no poll(2) sees them.
    var nextEventTime: MediaTime? { pending.isEmpty && !mustLookAgain && failure == nil ? nil : .zero }

    func takeEvents() throws(CaptureError) -> ScreenEvents {
        // Reads once; the rest lies in the queue.
        if let event = xcb_poll_for_event(connection.handle) { note(event) }
        noteQueued()
        try connection.checkAlive()
        if let failure {
            self.failure = nil
            throw failure
        }
        if mustLookAgain { try lookAgain() }
        defer { pending = [] }
        return pending
    }

    /// Handles what xcb read while it waited for a reply, without a system call.
    private func noteQueued() {
        while let event = xcb_poll_for_queued_event(connection.handle) { note(event) }
    }

    private func note(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
        defer { free(event) }
        let kind = event.pointee.response_type & 0x7F  // the top bit says that another client sent it
        switch kind {
        case 0:
            let code = UnsafeRawPointer(event).load(as: xcb_generic_error_t.self)
            failure = connection.refusal(of: "request \(code.major_code).\(code.minor_code)", code.error_code)
        case extensions.damageEvent: pending.insert(.damaged)
        case extensions.pointerEvent + UInt8(XCB_XFIXES_CURSOR_NOTIFY):
            let serial = UnsafeRawPointer(event).load(as: xcb_xfixes_cursor_notify_event_t.self).cursor_serial
            if pointer.isNew(serial: serial) { pending.insert(.pointerImageChanged) }
        case extensions.screenEvent + UInt8(XCB_RANDR_SCREEN_CHANGE_NOTIFY), extensions.screenEvent + UInt8(XCB_RANDR_NOTIFY),
            UInt8(XCB_CONFIGURE_NOTIFY):
            mustLookAgain = true
        default: break  // mapping notifies and the like, which every client gets
        }
    }

    private func lookAgain() throws(CaptureError) {
        mustLookAgain = false
        let found = try Self.look(connection, selection, monitor, isFirst: false)
        noteQueued()
        isAllDamaged = true
        pending.insert(.damaged)
        if found.size != area.size {
            geometry = FrameGeometry(size: found.size)!  // resolve() has checked the limits
            letGo()
            pending.insert(.geometryChanged)
        }
        area = found
    }

    // MARK: Pixels

    func prepareGrab(_ stale: borrowing Damage, into slot: Int) {
        forgetPrepared()
        damage.begin()
        let bands = RowBands(covering: stale, in: geometry.size)
        if bands.count > 0 { prepared = transfer?.request(bands, from: (area.x, area.y), into: slot) }
        // The small answers last: they are there when the pixels are.
        damage.ask()
        pointer.ask()
    }

    /// Drops a request that is no longer waited for; the slot stays on loan, whenever the server writes into it.
    private func forgetPrepared() {
        if let prepared = prepared.take() { transfer?.discard(prepared) }
    }

    private func letGo() {
        forgetPrepared()
        transfer = nil
    }

    func takeDamage(into result: inout Damage) throws(CaptureError) {
        try damage.collect(into: &result, within: area)
        noteQueued()
        if isAllDamaged {
            isAllDamaged = false
            result.add(PixelRectangle(of: area.size))
        }
    }

    func attach(memory descriptor: Int32, layout: FrameLayout) throws(CaptureError) {
        guard layout.geometry == geometry else {
            throw CaptureError(.memory, "the frame memory holds frames of \(layout.geometry.size), the screen is \(geometry.size)")
        }
        letGo()
        transfer = try PixelTransfer(
            into: descriptor, layout: layout, choice: &choice, segment: &segment, extensions: extensions, connection: connection)
        noteQueued()
    }

    func grab(_ stale: borrowing Damage, into slot: Int) throws(CaptureError) -> MediaTime {
        guard let transfer else { throw CaptureError(.memory, "no frame memory is attached that fits \(geometry.size)") }
        var bands = RowBands(covering: stale, in: geometry.size)
        if let prepared = prepared.take(), prepared.slot == slot {
            if try !transfer.finish(prepared) { mustLookAgain = true }
            bands.remove(prepared.bands)
        }
        if bands.count > 0, try !transfer.grab(bands, from: (area.x, area.y), into: slot) { mustLookAgain = true }
        let time = MediaTime.now()
        noteQueued()
        return time
    }

    // MARK: Pointer

    func pointerPosition() throws(CaptureError) -> PointerPosition? {
        let position = try pointer.position(within: area)
        noteQueued()
        return position
    }

    func withPointerImage(_ body: (borrowing PointerImage) -> Void) throws(CaptureError) {
        try pointer.withImage(body)
        noteQueued()
    }
}
