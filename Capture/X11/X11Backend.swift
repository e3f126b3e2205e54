import CXCB
import CaptureKit
import Frames
import Glibc
import Platform

/// Captures one X screen, monitor, region or window: the X server copies straight into the slot, the agent only says which rows.
///
/// Damage is watched at level NonEmpty, subtracted into a region and fetched *before* the grab (ARCHITECTURE.md, "Why it is so"). A size
/// change of the root, a monitor or the window is handled in `takeEvents`; a grab that overlaps with it leaves the slot as it is.
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
    /// `nil` for a part of the root window.
    private let window: CapturedWindow?
    /// What is captured, in coordinates of the window or the root; as large as `geometry`.
    private var area: PixelRectangle
    private let damage: DamageWatch
    /// `nil` where the pointer is hidden.
    private var pointer: PointerWatch?
    /// `nil` where one window is captured.
    private let focusWatch: FocusWatch?
    private var displayPower: DisplayPowerWatch?
    private var choice: TransferChoice
    private var transfer: PixelTransfer?
    /// Requests for pixels that are on their way.
    private var prepared: PixelRequest?
    /// Kept from one frame memory to the next: a sandboxed agent could not make another one.
    private var segment: SysVSegment?

    // What came in and has not been reported to the session.
    private var pending: ScreenEvents = [.damaged, .pointerImageChanged]
    private var (isAllDamaged, mustLookAgain, isWindowClosed) = (true, false, false)
    /// A window that is being resized gets new frame memory no more often than this.
    private static let resizeInterval = Duration.milliseconds(100)
    private var nextLook = MediaTime.zero
    private var remark: Remark?
    /// A request without a reply that the server refused.
    private var failure: CaptureError?

    init(_ options: X11Options) throws(CaptureError) {
        connection = try X11Connection(to: options.display)
        (extensions, displayPower) = (try X11Extensions(of: connection), try DisplayPowerWatch(on: connection))
        (selection, choice) = (options.selection, options.transfer)
        if let wanted = options.window {
            let found = try Self.find(wanted, on: connection)
            let captured = try CapturedWindow(found, on: connection)
            (window, focusWatch, monitor) = (captured, nil, nil)
            screenName = "\(connection.display) window \(found.text)"
            damage = DamageWatch(of: captured.id, on: connection)
            pointer = options.hidesPointer ? nil : PointerWatch(over: captured.id, on: connection)
            area = PixelRectangle(of: captured.size)
            geometry = FrameGeometry(size: area.size)!  // the window has checked the limits
            if !captured.isViewable { remark = Self.gone(captured) }
            return
        }
        let rootScreen = connection.rootScreen
        try VisualFormat.check(
            depth: rootScreen.root_depth, visual: rootScreen.root_visual, of: "display \(connection.display)", on: connection)
        window = nil
        screenName = connection.display + options.selection.suffix
        monitor = if case .monitor(let name) = options.selection { try X11Monitors.atom(named: name, on: connection) } else { nil }

        // Selected before the first look, so that no change falls between the two.
        let changes = XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
        xcb_randr_select_input(connection.handle, connection.root, UInt16(changes))
        var mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | FocusWatch.rootEvents
        xcb_change_window_attributes(connection.handle, connection.root, XCB_CW_EVENT_MASK.rawValue, &mask)
        focusWatch = try FocusWatch(on: connection)
        damage = DamageWatch(of: connection.root, on: connection)
        pointer = options.hidesPointer ? nil : PointerWatch(over: connection.root, on: connection)
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
    var nextEventTime: MediaTime? {
        guard pending.isEmpty, failure == nil || window != nil, !isWindowClosed else { return .zero }
        if let focusWatch, focusWatch.isStale { return .zero }
        return mustLookAgain ? nextLook : nil
    }

    /// Before a window has been on the screen, there is nothing to read.
    var canGrab: Bool { window == nil || window?.origin != nil }

    func takeRemark(at now: MediaTime) -> Remark? { remark.take() }

    func isDisplayOn(at now: MediaTime) throws(CaptureError) -> Bool {
        defer { noteQueued() }
        return try displayPower?.isOn(at: now) ?? true
    }

    var tellsFocus: Bool { focusWatch != nil }

    /// Where something of the focused window is in the frame.
    var focus: PixelRectangle? {
        guard var rectangle = focusWatch?.rectangle, !rectangle.intersection(area).isEmpty else { return nil }
        rectangle.x -= area.x
        rectangle.y -= area.y
        return rectangle
    }

    func takeEvents() throws(CaptureError) -> ScreenEvents {
        // Reads once; the rest lies in the queue.
        if let event = xcb_poll_for_event(connection.handle) { note(event) }
        noteQueued()
        try connection.checkAlive()
        if isWindowClosed, let window {
            try Self.noteOthers(of: window, on: connection)
            throw window.closed
        }
        // A window that is gone has taken along what the request was about.
        if let failure, window == nil {
            self.failure = nil
            throw failure
        }
        if mustLookAgain, nextLook == .zero || .now() >= nextLook {
            if let window { try lookAgain(at: window) } else { try lookAgain() }
        }
        if let focusWatch, focusWatch.isStale, try focusWatch.look() { pending.insert(.focusChanged) }
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
            if window != nil { mustLookAgain = true }
        case extensions.damageEvent: pending.insert(.damaged)
        case extensions.pointerEvent + UInt8(XCB_XFIXES_CURSOR_NOTIFY):
            let serial = UnsafeRawPointer(event).load(as: xcb_xfixes_cursor_notify_event_t.self).cursor_serial
            if pointer?.isNew(serial: serial) ?? false { pending.insert(.pointerImageChanged) }
        case extensions.screenEvent + UInt8(XCB_RANDR_SCREEN_CHANGE_NOTIFY), extensions.screenEvent + UInt8(XCB_RANDR_NOTIFY):
            mustLookAgain = true
        default: noteWindow(event, kind)
        }
    }

    /// What happens to windows, and to the focus; mapping notifies and the like, which every client gets, change nothing.
    private func noteWindow(_ event: UnsafeMutablePointer<xcb_generic_event_t>, _ kind: UInt8) {
        if let window {
            switch window.note(event, kind: kind) {
            case .nothing: break
            case .unsure: mustLookAgain = true
            case .closed: isWindowClosed = true
            }
            return
        }
        if kind == UInt8(XCB_CONFIGURE_NOTIFY),
            UnsafeRawPointer(event).load(as: xcb_configure_notify_event_t.self).window == connection.root
        {
            mustLookAgain = true
        }
        if let focusWatch, focusWatch.note(event, kind: kind) { pending.insert(.focusChanged) }
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

    private func lookAgain(at window: CapturedWindow) throws(CaptureError) {
        mustLookAgain = false
        let wasViewable = window.isViewable
        let isNew = try window.look()
        if !window.isSettled { (mustLookAgain, nextLook) = (true, .now() + Self.resizeInterval) }
        noteQueued()
        if let failure = failure.take(), !isWindowClosed { throw failure }
        if isNew {
            isAllDamaged = true
            pending.insert(.damaged)
        }
        if wasViewable != window.isViewable {
            remark =
                window.isViewable ? Remark(.goesOn, "window \(window.name) is on the screen again") : Self.gone(window)
        }
        guard window.size != area.size else { return }
        area = PixelRectangle(of: window.size)
        geometry = FrameGeometry(size: window.size)!  // the window has checked the limits
        nextLook = .now() + Self.resizeInterval
        letGo()
        pending.insert(.geometryChanged)
    }

    // MARK: Pixels

    /// `nil` for a window that has not been on the screen yet: never what else is there.
    private var origin: PixelOrigin? {
        guard let window else { return PixelOrigin(drawable: connection.root, x: area.x, y: area.y) }
        return window.origin
    }

    func prepareGrab(_ stale: borrowing Damage, into slot: Int) {
        forgetPrepared()
        damage.begin()
        let bands = RowBands(covering: stale, in: geometry.size)
        if bands.count > 0, let origin { prepared = transfer?.request(bands, from: origin, into: slot) }
        // The small answers last: they are there when the pixels are.
        damage.ask()
        pointer?.ask()
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
        guard let transfer, let origin else { throw CaptureError(.memory, "no frame memory is attached that fits \(geometry.size)") }
        var bands = RowBands(covering: stale, in: geometry.size)
        if let prepared = prepared.take(), prepared.slot == slot {
            if try !transfer.finish(prepared) { mustLookAgain = true }
            bands.remove(prepared.bands)
        }
        if bands.count > 0, try !transfer.grab(bands, from: origin, into: slot) { mustLookAgain = true }
        let time = MediaTime.now()
        noteQueued()
        return time
    }

    // MARK: Pointer

    var hidesPointer: Bool { pointer == nil }

    func pointerPosition() throws(CaptureError) -> PointerPosition? {
        let position = try pointer?.position(within: area)
        noteQueued()
        return position
    }

    func withPointerImage(_ body: (borrowing PointerImage) -> Void) throws(CaptureError) {
        try pointer?.withImage(body)
        noteQueued()
    }
}
