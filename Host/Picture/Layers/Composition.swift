public import Frames

/// Composes the canvas from layers, each the picture of one named source, and from overlays.
///
/// A layer that is alone, opaque and within the canvas is converted into the canvas directly, as `Composer` does: no copy, no second picture.
/// Otherwise each layer has a picture of its own, and what changed of the canvas is composed from them, bottom to top, when the picture is lent.
/// Hidden layers and those outside the canvas are kept up to date, so that they can be shown without waiting for a frame.
///
/// Threads: as `Composer`, everything here belongs to one thread at a time; nothing is locked. `update`, `movePointer`, `advance` and
/// `withPicture` allocate nothing, but for the first frame of a layer and for the one after `vacate`.
public final class Composition: @unchecked Sendable {
    // @unchecked: used by one thread at a time: its owner has a lock.
    /// Its size is that of the composition. What is shown is lent by `withPicture` alone.
    public let canvas: Canvas
    let kernels: PixelKernels
    /// Bottom to top.
    var items: [LayerItem] = []
    var nextOrder = 0
    /// The layer that paints on the canvas itself: the pointer is not in the canvas then, otherwise it is.
    var direct: Layer?
    /// Where the canvas has to be composed anew; nothing while a layer is direct.
    var dirty = Damage()
    /// For `takeDamage`.
    var changes = Damage()
    /// For `takePointerDamage`.
    var pointerDamage = Damage()
    var transition: RunningTransition?
    /// By the layers' names, of those too that are not there yet.
    var filters: [String: any LayerFilter] = [:]

    /// A black canvas.
    ///
    /// - Throws: `badCanvasSize`, see `Canvas`.
    public convenience init(canvas size: PixelSize) throws(PictureError) { try self.init(canvas: size, kernels: .best) }

    init(canvas size: PixelSize, kernels: PixelKernels) throws(PictureError) { (canvas, self.kernels) = (try Canvas(size: size), kernels) }

    /// The same layers, pointers and overlays on a canvas of another size; this one stays as it is. Until its next frame, which repaints all of it,
    /// each layer shows what it showed, scaled. A transition is over.
    ///
    /// - Parameter shapes: for the new size; a layer that is not named keeps its own.
    /// - Throws: `badCanvasSize`, see `Canvas`.
    public func resized(to size: PixelSize, shapes: [String: LayerShape]) throws(PictureError) -> Composition {
        let other = try Composition(canvas: size, kernels: kernels)
        other.canvas.setFullChroma(canvas.hasFullChroma)
        other.filters = filters
        for layer in allLayers.sorted(by: { $0.order < $1.order }) {
            let copy = other.add(layer.name, shapes[layer.name] ?? layer.shape)
            if let geometry = layer.geometry { copy.setSource(geometry, layer.orientation) }
            copy.place(on: size)
            try layer.composer.copyPointer(to: copy.composer)
            guard layer.hasPicture, copy.placement != nil, let placement = layer.placement else { continue }
            copy.keepPicture(of: layer.composer.view, owner: layer.composer.canvas, placedAs: placement)
            copy.hasPicture = true
        }
        for case .overlay(let item) in items { other.setOverlay(item.id, item.overlay) }
        other.settle()
        other.noteChange(other.whole)
        return other
    }

    /// Gives the canvas and all layers full chroma, or takes it away. What is shown is made from what there is until the layers' next frames, which
    /// repaint all of them. A transition is over.
    public func setFullChroma(_ isWanted: Bool) {
        guard isWanted != canvas.hasFullChroma else { return }
        transition = nil
        canvas.setFullChroma(isWanted)
        for layer in allLayers { layer.setFullChroma(isWanted) }
        noteChange(whole)
    }

    // MARK: Layers

    /// Adds a layer, which shows nothing until its first frame, or changes it. It is repainted from what it shows: a layer that was moved looks
    /// as it will; one that was scaled, cropped or mirrored in another way is near it until its next frame (`awaitsFrame`).
    public func set(_ name: String, _ shape: LayerShape) {
        guard let layer = layer(name) else {
            _ = add(name, shape)
            return
        }
        guard shape != layer.shape else { return }
        noteChange(of: layer)
        let (before, shown, owner) = (layer.placement, layer.composer.view, layer.composer.canvas)
        let (hadPicture, wasDirect) = (layer.hasPicture, layer === direct)
        layer.shape = shape
        layer.place(on: canvas.size)
        if hadPicture, let before, let placement = layer.placement, placement.ofVisible != before.ofVisible || wasDirect && placement != before {
            leaveCanvas(layer)
            layer.keepPicture(of: shown, owner: owner, placedAs: before)
        } else if layer.placement == nil {
            leaveCanvas(layer)
        }
        sort()
        settle()
        noteChange(of: layer)
    }

    public func remove(_ name: String) {
        guard let layer = layer(name) else { return }
        noteChange(of: layer)
        leaveCanvas(layer)
        items.removeAll { if case .layer(let other) = $0 { other === layer } else { false } }
        settle()
    }

    /// Bottom to top.
    public var layers: [String] { allLayers.map(\.name) }

    public func shape(of name: String) -> LayerShape? { layer(name)?.shape }

    /// Where a layer is on the canvas, whether it has a frame or not; `nil` before `configure`, and when nothing of it is on the canvas.
    public func placement(of name: String) -> Placement? { layer(name)?.placement?.cut(to: whole) }

    /// Whether a layer has something else to show than it does: its next `update` repaints all of it, whatever the damage.
    public func awaitsFrame(_ name: String) -> Bool { layer(name).map { $0.placement != nil && $0.composer.isWholeStale } ?? false }

    /// Its source is away: what lies beneath is seen, until `update` brings a frame again. Its memory is given back.
    public func vacate(_ name: String) {
        guard let layer = layer(name), layer.hasPicture else { return }
        noteChange(of: layer)
        leaveCanvas(layer)
        layer.release()
        settle()
    }

    // MARK: Frames

    /// Says what a layer's frames to come look like; see `Composer.configure`. Nothing happens when there is no such layer.
    public func configure(_ name: String, geometry: FrameGeometry, orientation: Orientation) {
        guard let layer = layer(name) else { return }
        layer.composer.invalidate()
        guard layer.geometry != geometry || layer.orientation != orientation else { return }
        noteChange(of: layer)
        let (before, shown, owner) = (layer.placement, layer.composer.view, layer.composer.canvas)
        layer.setSource(geometry, orientation)
        layer.place(on: canvas.size)
        guard layer.hasPicture, let before, let placement = layer.placement, placement.visible != before.visible else {
            if layer.placement == nil { leaveCanvas(layer) }
            settle()
            return
        }
        if layer === direct, whole.contains(placement.visible) {
            layer.paint(on: canvas)
            canvas.view.paintBlack(around: placement.visible)
        } else {
            leaveCanvas(layer)
            layer.makePicture()
            // What both cover stays where it is.
            let both = placement.visible.intersection(before.visible)
            if !both.isEmpty {
                withExtendedLifetime(owner) {
                    layer.composer.view.part(both.moved(from: placement.visible)).copy(from: shown.part(both.moved(from: before.visible)))
                }
            }
        }
        settle()
        noteChange(whole)
    }

    /// Brings a layer up to date with a frame; see `Composer.update`. `configure` comes before.
    ///
    /// - Returns: what of the canvas may look different, in canvas pixels: not what is hidden, outside, or in all covered by an opaque layer.
    ///   Nothing when there is no such layer.
    public func update(_ name: String, from pixels: UnsafeRawPointer, damage: Damage) -> Damage {
        guard let layer = layer(name) else { return Damage() }
        precondition(layer.geometry != nil, "configure(_:geometry:orientation:) comes before update(_:from:damage:)")
        guard layer.placement != nil else { return Damage() }
        if !layer.hasPicture { begin(layer) }
        let wasStale = layer.composer.isWholeStale
        let painted = layer.composer.update(from: pixels, damage: damage)
        guard layer.filter != nil, wasStale || !painted.isEmpty else { return noteFrame(of: layer, painted: painted, isWhole: wasStale) }
        return noteFrame(of: layer, painted: layer.applyFilter(wasStale ? nil : painted), isWhole: false)
    }
}
