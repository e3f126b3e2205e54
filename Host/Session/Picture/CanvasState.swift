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
        let wantsFullChroma: Bool
        var pending = PendingPicture()
        /// Its links carry no picture: it shows the slate, whatever the others show.
        var isStill = false
        /// What it shows in place of the canvas.
        var slate: Canvas?
    }

    private(set) var composition: Composition?
    /// Where the sources are shown.
    private var shapes: [String: LayerShape] = [:]
    /// What sources pass, by their names; those of the composition, once there is one.
    private var filters: [String: any LayerFilter] = [:]
    /// Viewers see something else than the canvas, all of them.
    private(set) var isCovered = false
    /// There is something to show, the canvas or a slate.
    private(set) var hasPicture = false
    /// The sources are to be painted once more.
    private var isStale = false
    /// The slate painted last.
    private var slate: Canvas?
    private var viewers: [Viewer] = []

    // MARK: Encodings

    /// An encoding that begins, with everything new to it.
    ///
    /// - Parameter wantsFullChroma: while one does, all that is shown has full chroma.
    func addViewer(_ id: Int, wantsFullChroma: Bool = false, at now: MediaTime) {
        var viewer = Viewer(id: id, wantsFullChroma: wantsFullChroma)
        viewer.slate = isCovered ? slate : nil
        if hasPicture { viewer.pending.replace(capturedAt: now) }
        viewers.append(viewer)
        followChroma()
    }

    func removeViewer(_ id: Int) {
        viewers.removeAll { $0.id == id }
        followChroma()
    }

    /// Whether what is shown was made from less than the sources gave: once.
    func takeStaleness() -> Bool {
        defer { isStale = false }
        return isStale
    }

    /// Whether one wants a colour for each pixel.
    var wantsFullChroma: Bool { viewers.contains(where: \.wantsFullChroma) }

    private func followChroma() {
        let isWanted = wantsFullChroma
        if isWanted, composition?.canvas.hasFullChroma == false { isStale = true }
        composition?.setFullChroma(isWanted)
        slate?.setFullChroma(isWanted)
        for viewer in viewers { viewer.slate?.setFullChroma(isWanted) }
    }

    func setStill(_ isStill: Bool, for id: Int, at now: MediaTime) {
        guard let index = index(of: id) else { return }
        viewers[index].isStill = isStill
        cover(at: now)
    }

    /// While nothing can be captured no picture goes out at all.
    var isDark = false

    /// Whether this one has nothing to encode.
    func isDark(for id: Int) -> Bool { isDark && isCovered && hasPicture }

    /// Whether this one shows something else than the canvas, since nothing can be captured.
    func isCovered(for id: Int) -> Bool { isCovered && hasPicture && index(of: id).map { !viewers[$0].isStill } ?? false }

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
        guard let composition, let index = index(of: id) else { return nil }
        let pending = viewers[index].pending
        viewers[index].pending.take()
        if let slate = viewers[index].slate { return try body(slate.view, pending) }
        return try composition.withPicture { (picture) throws(Failure) in try body(picture, pending) }
    }

    /// Lends what viewers see, with the pointer blended in, and leaves what is pending as it is: for a copy. `nil` before the first picture.
    ///
    /// Links that carry no picture show their viewers a slate; this shows what the others see.
    func lendShown<Result>(_ body: (I420View) -> Result) -> Result? {
        guard let composition, hasPicture else { return nil }
        if isCovered, let slate { return body(slate.view) }
        return composition.withPicture(body)
    }

    /// Lends the picture of one source as its layer has it, without pointer. `nil` while it shows nothing, or nothing of it may be seen.
    func lend<Result>(_ source: String, _ body: (I420View) -> Result) -> Result? {
        guard !isCovered, shapes[source]?.isHidden == false else { return nil }
        return composition?.withLayer(source, body)
    }

    // MARK: The canvas

    /// - Throws: `badCanvasSize`.
    func open(_ size: PixelSize) throws(PictureError) {
        composition = try Composition(canvas: size)
        for (source, filter) in filters { composition?.setFilter(source, filter) }
        followChroma()
    }

    var size: PixelSize? { composition?.canvas.size }

    /// Goes on in another size: what is shown, the canvas or a slate, is scaled until it is painted anew.
    ///
    /// - Parameter shapes: where the sources are shown then, by their names.
    /// - Throws: `badCanvasSize`; nothing has changed then.
    func resize(to size: PixelSize, shapes: [String: LayerShape], at now: MediaTime) throws(PictureError) {
        guard let composition, composition.canvas.size != size else { return }
        let (canvas, newSlate) = (
            try composition.resized(to: size, shapes: shapes),
            try slate.map { (old) throws(PictureError) in try Canvas(size: size, showing: old) }
        )
        (self.composition, self.shapes) = (canvas, shapes)
        for index in viewers.indices {
            if viewers[index].slate != nil { viewers[index].slate = newSlate }
            viewers[index].pending.replace(capturedAt: now)
        }
        slate = newSlate
    }

    /// Brings the canvas up to date with a frame of a source.
    ///
    /// - Returns: what it changed, to be told by `noteFrame`.
    func paint(_ frame: borrowing IncomingFrame, of source: String) -> Damage {
        guard let composition, composition.shape(of: source) != nil else { return Damage() }
        if !frame.continuesPrevious { composition.configure(source, geometry: frame.geometry, orientation: frame.orientation) }
        let damage = frame.damage
        var changed = frame.loan.withPixels { composition.update(source, from: $0, damage: damage) }
        // What a source of another shape no longer covers.
        changed.add(composition.takeDamage())
        for index in viewers.indices { viewers[index].pending.add(changed) }
        return changed
    }

    /// Paints a frame once more, all of it: where it is shown has changed.
    func repaint(_ frame: borrowing IncomingFrame, of source: String) {
        guard let composition, composition.shape(of: source) != nil else { return }
        composition.configure(source, geometry: frame.geometry, orientation: frame.orientation)
        let whole = Damage(PixelRectangle(of: frame.geometry.size))
        var changed = frame.loan.withPixels { composition.update(source, from: $0, damage: whole) }
        changed.add(composition.takeDamage())
        for index in viewers.indices { viewers[index].pending.add(changed) }
    }

    /// Has the encodings that show the canvas know of a frame that changed it. The first of all is the picture, whatever covers it.
    func noteFrame(capturedAt time: MediaTime, isRepaint: Bool, isCovered: Bool) {
        for index in viewers.indices where !hasPicture || !isCovered && !viewers[index].isStill {
            viewers[index].pending.noteFrame(capturedAt: time, isRepaint: isRepaint && hasPicture)
        }
        if !isCovered || !hasPicture { hasPicture = true }
    }

    /// Takes the newest shape and place of a source's pointer.
    ///
    /// - Throws: `badPointerSize`; the shape before stays.
    func applyPointer(_ feed: PointerFeed, of source: String, at now: MediaTime) throws(PictureError) {
        guard let composition, composition.shape(of: source) != nil else { return }
        var failure: PictureError?
        if let shape = feed.takeShape() {
            shape.pixels.withUnsafeBytes { pixels in
                do throws(PictureError) {
                    try composition.setPointerImage(
                        source, size: shape.size, hotX: shape.hotSpotX, hotY: shape.hotSpotY, pixels: pixels.baseAddress!)
                } catch { failure = error }
            }
        }
        if let position = feed.position { composition.movePointer(source, toX: position.x, y: position.y) } else { composition.hidePointer(source) }
        let (hasChanged, damage) = (composition.takePointerChange(), composition.takePointerDamage())
        for index in viewers.indices {
            viewers[index].pending.add(damage)
            if hasChanged, hasPicture, !isCovered, !viewers[index].isStill { viewers[index].pending.noteChange(at: now) }
        }
        if let failure { throw failure }
    }

    // MARK: Layers

    /// Shows the sources where these shapes say, and no other.
    ///
    /// - Parameter overlays: what becomes of overlays with that, in the same picture, by their numbers; `nil` for nothing more.
    /// - Returns: those that show another part of their picture, or at another size: until they are painted again, what was there is scaled.
    func arrange(
        _ shapes: [String: LayerShape], _ transition: Transition = .cut, overlays: [(id: Int, overlay: Overlay?)] = [], at now: MediaTime
    ) -> [String] {
        guard let composition, shapes != self.shapes || !overlays.isEmpty else { return [] }
        self.shapes = shapes
        for source in composition.layers where shapes[source] == nil { composition.remove(source) }
        composition.change(to: shapes, transition, at: now)
        for (id, overlay) in overlays { composition.setOverlay(id, overlay) }
        noteChange(composition.takeDamage(), at: now)
        return composition.layers.filter(composition.awaitsFrame)
    }

    /// Lays an image over the layers, or takes it away.
    func setOverlay(_ id: Int, _ overlay: Overlay?, at now: MediaTime) {
        guard let composition else { return }
        composition.setOverlay(id, overlay)
        noteChange(composition.takeDamage(), at: now)
    }

    /// Has a source's picture pass a filter, which may work differently than before; or no longer.
    func setFilter(_ source: String, _ filter: (any LayerFilter)?, at now: MediaTime) {
        filters[source] = filter
        guard let composition else { return }
        composition.setFilter(source, filter)
        noteChange(composition.takeDamage(), at: now)
    }

    /// Goes on with a transition.
    ///
    /// - Returns: whether it is not over yet.
    func advance(to now: MediaTime) -> Bool {
        guard let composition, composition.isChanging else { return false }
        let isRunning = composition.advance(to: now)
        noteChange(composition.takeDamage(), at: now)
        return isRunning
    }

    /// Something else than a frame made the canvas look different.
    private func noteChange(_ damage: Damage, at now: MediaTime) {
        guard !damage.isEmpty else { return }
        for index in viewers.indices {
            viewers[index].pending.add(damage)
            if hasPicture, !isCovered, !viewers[index].isStill { viewers[index].pending.noteChange(at: now) }
        }
    }

    // MARK: The slate

    /// Puts the slate in the canvas's place, or takes it away.
    ///
    /// - Parameters:
    ///   - isCovered: all viewers see something else than the canvas.
    ///   - newest: a slate that was painted since; until the right one is there the one before is better than none.
    func cover(_ isCovered: Bool, with newest: Canvas?, at now: MediaTime) {
        if let newest, newest.size == size {
            newest.setFullChroma(wantsFullChroma)
            slate = newest
        }
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

extension Composition {
    /// - Parameter overlay: `nil` for nothing more.
    fileprivate func setOverlay(_ id: Int, _ overlay: Overlay?) { if let overlay { setOverlay(id, overlay) } else { removeOverlay(id) } }
}
