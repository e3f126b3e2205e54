import Frames
import Intake
import Picture
import Platform

/// The canvas, the slate that may stand in its place, and what of both each encoding has not had yet. Not safe for use by two threads at
/// once: `SharedCanvas` has the lock.
final class CanvasState {
    /// One encoding, as the canvas sees it.
    private struct Viewer {
        let id: Int
        var pending = PendingPicture()
        /// Its links carry no picture: it shows the slate, whatever the others show.
        var isStill = false
        /// What it shows in place of the canvas.
        var slate: Canvas?
    }

    private(set) var composer: Composer?
    /// Viewers see something else than the canvas, all of them.
    private(set) var isCovered = false
    /// There is something to show, the canvas or a slate.
    private(set) var hasPicture = false
    /// The slate painted last.
    private var slate: Canvas?
    private var viewers: [Viewer] = []

    // MARK: Encodings

    /// An encoding that begins, with everything new to it.
    func addViewer(_ id: Int, at now: MediaTime) {
        var viewer = Viewer(id: id)
        viewer.slate = isCovered ? slate : nil
        if hasPicture { viewer.pending.replace(capturedAt: now) }
        viewers.append(viewer)
    }

    func removeViewer(_ id: Int) { viewers.removeAll { $0.id == id } }

    func setStill(_ isStill: Bool, for id: Int, at now: MediaTime) {
        guard let index = index(of: id) else { return }
        viewers[index].isStill = isStill
        cover(at: now)
    }

    var viewerCount: Int { viewers.count }

    func pending(of id: Int) -> PendingPicture { index(of: id).map { viewers[$0].pending } ?? PendingPicture() }

    /// Whatever is encoded next is new to this one.
    func forget(_ id: Int) { if let index = index(of: id) { viewers[index].pending.forget() } }

    /// Whether something is new to any of them.
    var isChanged: Bool { viewers.contains { $0.pending.hasChange || $0.pending.hasRepaint } }

    private func index(of id: Int) -> Int? { viewers.firstIndex { $0.id == id } }

    /// Lends what this encoding shows, with the pointer blended in. From now on nothing of it is pending.
    ///
    /// - Parameter body: gets the picture, and what was pending.
    func take<Result, Failure: Error>(
        _ id: Int, _ body: (I420View, PendingPicture) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let composer, let index = index(of: id) else { return nil }
        let pending = viewers[index].pending
        viewers[index].pending.take()
        if let slate = viewers[index].slate { return try body(slate.view, pending) }
        return try composer.withPointerBlended { (picture) throws(Failure) in try body(picture, pending) }
    }

    /// Lends what viewers see, with the pointer blended in, and leaves what is pending as it is: for a copy. `nil` before the first picture.
    ///
    /// Links that carry no picture show their viewers a slate; this shows what the others see.
    func lendShown<Result>(_ body: (I420View) -> Result) -> Result? {
        guard let composer, hasPicture else { return nil }
        if isCovered, let slate { return body(slate.view) }
        return composer.withPointerBlended(body)
    }

    // MARK: The canvas

    /// - Throws: `badCanvasSize`.
    func open(_ size: PixelSize, mode: AspectMode) throws(PictureError) { composer = try Composer(canvas: size, mode: mode) }

    /// Goes on in another size: what is shown, the canvas or a slate, is scaled until it is painted anew.
    ///
    /// - Throws: `badCanvasSize`; nothing has changed then.
    func resize(to size: PixelSize, at now: MediaTime) throws(PictureError) {
        guard let composer, composer.canvas.size != size else { return }
        let (canvas, newSlate) = (
            try composer.resized(to: size), try slate.map { (old) throws(PictureError) in try Canvas(size: size, showing: old) }
        )
        self.composer = canvas
        for index in viewers.indices {
            if viewers[index].slate != nil { viewers[index].slate = newSlate }
            viewers[index].pending.replace(capturedAt: now)
        }
        slate = newSlate
    }

    /// Brings the canvas up to date with a frame.
    ///
    /// - Returns: what it changed, to be told by `noteFrame`.
    func paint(_ frame: borrowing IncomingFrame) -> Damage {
        guard let composer else { return Damage() }
        if !frame.continuesPrevious { composer.configure(geometry: frame.geometry, orientation: frame.orientation) }
        let damage = frame.damage
        let changed = frame.loan.withPixels { composer.update(from: $0, damage: damage) }
        for index in viewers.indices { viewers[index].pending.add(changed) }
        return changed
    }

    /// Has the encodings that show the canvas know of a frame that changed it. The first of all is the picture, whatever covers it.
    func noteFrame(capturedAt time: MediaTime, isRepaint: Bool, isCovered: Bool) {
        for index in viewers.indices where !hasPicture || !isCovered && !viewers[index].isStill {
            viewers[index].pending.noteFrame(capturedAt: time, isRepaint: isRepaint && hasPicture)
        }
        if !isCovered || !hasPicture { hasPicture = true }
    }

    /// Takes the pointer's newest shape and place.
    ///
    /// - Throws: `badPointerSize`; the shape before stays.
    func applyPointer(_ feed: PointerFeed, at now: MediaTime) throws(PictureError) {
        guard let composer else { return }
        var failure: PictureError?
        if let shape = feed.takeShape() {
            shape.pixels.withUnsafeBytes { pixels in
                do throws(PictureError) {
                    try composer.setPointerImage(size: shape.size, hotX: shape.hotSpotX, hotY: shape.hotSpotY, pixels: pixels.baseAddress!)
                } catch { failure = error }
            }
        }
        if let position = feed.position { composer.movePointer(toX: position.x, y: position.y) } else { composer.hidePointer() }
        let (hasChanged, damage) = (composer.takePointerChange(), composer.takePointerDamage())
        for index in viewers.indices {
            viewers[index].pending.add(damage)
            if hasChanged, hasPicture, !isCovered, !viewers[index].isStill { viewers[index].pending.notePointer(at: now) }
        }
        if let failure { throw failure }
    }

    // MARK: The slate

    /// Puts the slate in the canvas's place, or takes it away.
    ///
    /// - Parameters:
    ///   - isCovered: all viewers see something else than the canvas.
    ///   - newest: a slate that was painted since; until the right one is there the one before is better than none.
    func cover(_ isCovered: Bool, with newest: Canvas?, at now: MediaTime) {
        if let newest, newest.size == composer?.canvas.size { slate = newest }
        self.isCovered = isCovered
        cover(at: now)
    }

    private func cover(at now: MediaTime) {
        for index in viewers.indices {
            let wanted = isCovered || viewers[index].isStill ? slate : nil
            guard wanted !== viewers[index].slate, hasPicture || wanted != nil else { continue }
            viewers[index].slate = wanted
            // With the canvas comes the frame that brought it back.
            let isBrought = wanted == nil && (viewers[index].pending.hasChange || viewers[index].pending.hasRepaint)
            viewers[index].pending.replace(capturedAt: isBrought ? nil : now)
        }
        if isCovered, slate != nil { hasPicture = true }
    }

    /// A slate covers the canvas.
    var isSlateShown: Bool { isCovered && slate != nil }
}
