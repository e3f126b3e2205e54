import AppGroup
import Frames
import Intake
import Platform

/// One source as the canvas's thread sees it, and that thread only.
final class CanvasSource {
    /// With fewer slots an agent would wait for the one that is kept here.
    private static let leastSlots = 3

    let feed: SourceFeed
    var absence: Absence
    /// The frame that is shown, with its slot: to be painted again where its layer changes though the screen stands still.
    private var shown: IncomingFrame?
    private var withdrawals: UInt64
    /// Of the frames that come.
    private var geometry: FrameGeometry?
    private var orientation = Orientation.up
    /// Which part of it a zoom shows; `nil` where there is none.
    var camera: ZoomCamera?

    init(_ feed: SourceFeed, holdTime: Duration?) {
        self.feed = feed
        absence = Absence(holdTime: holdTime)
        withdrawals = feed.withdrawals
    }

    var name: SourceName { feed.name }

    /// It has shown something, or a slate stands in for it.
    var hasBegun: Bool { absence.state != .waiting }

    /// What it shows is not to be seen for now.
    var isAway: Bool { absence.slate != nil }

    /// Keeps a frame that was painted until the next one is.
    func keep(_ frame: consuming IncomingFrame) {
        (geometry, orientation) = (frame.geometry, frame.orientation)
        shown = frame.loan.layout.slotCount < Self.leastSlots ? nil : consume frame
    }

    /// All of its picture, upright; `nil` before its first frame.
    var whole: PixelRectangle? { geometry.map { PixelRectangle(of: orientation.upright($0.size)) } }

    /// Where its pointer is, in pixels of the upright picture; `nil` while there is none to be seen.
    private var pointer: (x: Int, y: Int)? {
        guard let geometry, let position = feed.pointer.position else { return nil }
        let place = orientation.upright(PixelRectangle(x: position.x, y: position.y, width: 1, height: 1), in: geometry.size)
        return (place.x, place.y)
    }

    /// Where its focused window is, likewise.
    private var focus: PixelRectangle? {
        guard let geometry, let rectangle = feed.focus.rectangle?.intersection(PixelRectangle(of: geometry.size)), !rectangle.isEmpty else {
            return nil
        }
        return orientation.upright(rectangle, in: geometry.size)
    }

    /// Goes on with its zoom.
    ///
    /// - Parameters:
    ///   - zoom: `nil` where none was ever asked for.
    ///   - crop: what is shown of it without zoom; `nil` for all.
    ///   - isAtOnce: it is there with this step.
    /// - Returns: whether another part is shown than before, and whether that goes on.
    func step(_ zoom: Zoom?, crop: PixelRectangle?, at now: MediaTime, isAtOnce: Bool = false) -> (hasMoved: Bool, isMoving: Bool) {
        guard let zoom, let base = base(crop) else { return (false, false) }
        var camera = camera ?? ZoomCamera()
        let before = camera.part(of: base)
        let isMoving = camera.step(to: zoom, of: base, pointer: pointer, focus: focus, at: now, isAtOnce: isAtOnce)
        self.camera = camera
        return (camera.part(of: base) != before, isMoving)
    }

    /// What is shown of it, as its zoom has it.
    func part(_ crop: PixelRectangle?) -> PixelRectangle? { base(crop).flatMap { camera?.part(of: $0) } ?? crop }

    private func base(_ crop: PixelRectangle?) -> PixelRectangle? {
        guard let whole else { return nil }
        let base = crop.map { $0.intersection(whole) } ?? whole
        return base.isEmpty ? nil : base
    }

    /// Lets go of what the intake wants back: memory that makes room for other, or whose agent has gone.
    func releaseWithdrawn() {
        let newest = feed.withdrawals
        guard newest != withdrawals else { return }
        withdrawals = newest
        shown = nil
    }

    /// Paints once more what is shown.
    func repaint(on state: CanvasState) {
        guard let frame = shown.take() else { return }
        state.repaint(frame, of: name.text)
        shown = consume frame
    }
}
