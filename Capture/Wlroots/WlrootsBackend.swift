import CWayland
import CaptureKit
import Frames
import Glibc
import Platform

/// Captures one screen of a wlroots compositor, or a part of it: the compositor copies straight into the slot.
///
/// A copy is asked for ahead (`CopyCycle`) and is made when the compositor shows its next picture, or the next one in which
/// something has changed. By wlr-screencopy a copy is whole whatever the slot missed, by ext-image-copy-capture it is what the slot
/// missed; the damage that comes with it is what the host converts.
final class WlrootsBackend: ScreenBackend {
    static let name = "wlr"
    static let drawsAhead = true
    static let tellsPointer = false
    static let comesBack = true
    /// libwayland sends whatever it sends by sendmsg(2).
    let sending = SendingNeeds.descriptors

    let screenName: String
    private(set) var geometry: FrameGeometry
    private(set) var orientation: Orientation

    private let options: WlrootsOptions
    /// `nil` once it broke, until the screen is back.
    private(set) var connection: WaylandConnection?
    private var area: CapturedArea
    private var seenChanges: UInt32
    private var looks: CopyLooks
    private var hasMemory = false
    private var cycle = CopyCycle()

    // What came in and has not been reported to the session.
    private var pending: ScreenEvents = []
    private var drawn: (damage: Damage, time: MediaTime)?
    /// What the slot that is lent misses.
    private var stale = Damage()
    private var failure: CaptureError?
    private var absentSince: MediaTime?

    /// A screen that blinks, as some do when their size changes, is not gone: viewers see its last picture meanwhile.
    private static let blink = Duration.seconds(3)

    init(_ options: WlrootsOptions) throws(CaptureError) {
        let connection = try WaylandConnection(to: options.display)
        try connection.checkCopies(ofPart: options.choice.isRegion)
        let area = try options.choice.resolve(connection.screens, display: connection.display)
        looks = try connection.looks(of: area, withCursor: options.showsCursor)
        geometry = try looks.geometry()
        (self.options, self.connection, self.area, seenChanges) = (options, connection, area, connection.changes)
        orientation = Orientation(transform: area.screen.turn)
        screenName = "\(connection.display) \(area.screen.name)" + (area.part.map { " \($0)" } ?? "")
    }

    func lookAgain() -> Bool {
        do throws(CaptureError) {
            (hasMemory, cycle, pending, drawn, absentSince) = (false, CopyCycle(), [], nil, nil)
            let connection = try again()
            connection.detach()
            try connection.read()
            try connection.checkCopies(ofPart: area.part != nil)
            area = try area.again(connection.screens, display: connection.display)
            looks = try connection.looks(of: area, withCursor: options.showsCursor)
            geometry = try looks.geometry()
            (self.connection, seenChanges) = (connection, connection.changes)
            return true
        } catch {
            // Waiting is of no use: the session learns of it as soon as it asks for events.
            if !error.isRetriable, error.code != .noScreen {
                failure = error
                return true
            }
            // A compositor that only lost a screen tells on this connection when that is back.
            if connection?.isAlive != true { connection = nil }
            return false
        }
    }

    private func again() throws(CaptureError) -> WaylandConnection {
        if let connection { return connection }
        return try WaylandConnection(to: options.display)
    }

    // MARK: Events

    var descriptor: Int32? { connection?.descriptor }

    var nextEventTime: MediaTime? {
        if let absentSince { return absentSince + Self.blink }
        // The looks of a copy may be known as soon as it is asked for.
        return cycle.awaitsLooks && connection?.copyStage == CWAYLAND_OFFERED ? .zero : cycle.nextTime
    }

    func takeEvents() throws(CaptureError) -> ScreenEvents {
        let connection = try there()
        try connection.read()
        if seenChanges != connection.changes || absentSince != nil { try followScreen(connection) }
        if absentSince == nil {
            try followCopy(connection)
            perform(cycle.wake(at: .now()), connection)
            try followCopy(connection)
        }
        connection.flush()
        defer { pending = [] }
        return pending
    }

    private func there() throws(CaptureError) -> WaylandConnection {
        if let failure { throw failure }
        if let connection { return connection }
        throw CaptureError(.screenGone, "screen \(screenName) is gone")
    }

    private func followScreen(_ connection: WaylandConnection) throws(CaptureError) {
        seenChanges = connection.changes
        let found: CapturedArea
        do throws(CaptureError) { found = try area.again(connection.screens, display: connection.display) } catch {
            let now = MediaTime.now()
            let since = absentSince ?? now
            guard now < since + Self.blink else { throw error }
            absentSince = since
            connection.dropCopy()
            return
        }
        let isSame = found.isCopied(as: area) && absentSince == nil
        (area, absentSince) = (found, nil)
        if !isSame { perform(cycle.changed(), connection) }
    }

    private func followCopy(_ connection: WaylandConnection) throws(CaptureError) {
        switch connection.copyStage {
        case CWAYLAND_OFFERED where cycle.awaitsLooks:
            let offered = connection.offeredLooks
            let isAsBefore = offered == looks
            if !isAsBefore {
                (geometry, looks) = (try offered.geometry(), offered)
                hasMemory = false
                pending.insert(.geometryChanged)
            }
            perform(cycle.offered(fits: hasMemory), connection)
        case CWAYLAND_READY:
            let copy = connection.finishedCopy()
            let turned = Orientation(transform: copy.turn ?? area.screen.turn)
            orientation = copy.isUpsideDown ? turned.upsideDown : turned
            // A part's damage counts from the screen's corner with some compositors, from its own with others.
            let isWhole = cycle.ready() || copy.isUpsideDown || area.part != nil
            drawn = (isWhole ? Damage(PixelRectangle(of: geometry.size)) : copy.damage, copy.time)
            pending.insert(.damaged)
        case CWAYLAND_FAILED:
            cycle.failed(at: .now())
            connection.dropCopy()
        default: break
        }
    }

    private func perform(_ action: CopyCycle.Action, _ connection: WaylandConnection) {
        switch action {
        case .none: break
        case .ask(let anew):
            guard connection.ask(for: area, withCursor: options.showsCursor, anew: anew) else { return cycle.failed(at: .now()) }
        case .copy(let slot, let afterChange): connection.copy(into: slot, afterChange: afterChange, stale: stale)
        }
    }

    // MARK: Slots

    func attach(memory descriptor: Int32, layout: FrameLayout) throws(CaptureError) {
        guard layout.geometry == geometry else {
            throw CaptureError(.memory, "the frame memory holds frames of \(layout.geometry.size), the screen is \(geometry.size)")
        }
        let connection = try there()
        try connection.attach(memory: descriptor, layout: layout, looks: looks)
        (hasMemory, drawn) = (true, nil)
        perform(cycle.attached(), connection)
        connection.flush()
    }

    func prepareGrab(_ stale: borrowing Damage, into slot: Int) {
        self.stale = copy stale
        guard let connection else { return }
        perform(cycle.lend(slot), connection)
        connection.flush()
    }

    func takeBack() {
        drawn = nil
        guard let connection else { return }
        perform(cycle.takeBack(), connection)
        connection.flush()
    }

    func takeDamage(into damage: inout Damage) throws(CaptureError) {
        if let drawn { damage.add(drawn.damage) }
    }

    func grab(_ stale: borrowing Damage, into slot: Int) throws(CaptureError) -> MediaTime { drawn.take()?.time ?? .now() }

    // MARK: Pointer

    func pointerPosition() throws(CaptureError) -> PointerPosition? { nil }

    func withPointerImage(_ body: (borrowing PointerImage) -> Void) throws(CaptureError) {}
}
