import Frames

/// One source as a layer: where it stands, and what is shown of it.
///
/// What it shows is a picture of its own, as large as the part of the box that it covers; or, where it is the only layer to be seen, the
/// canvas itself (`Composition.direct`).
final class Layer {
    let name: String
    /// Layers of equal z lie in this order.
    let order: Int
    var shape: LayerShape
    private(set) var geometry: FrameGeometry?
    private(set) var orientation = Orientation.up
    /// On the canvas; `visible` is what `composer.view` shows, and may reach beyond the canvas. `nil` when nothing can be shown.
    private(set) var placement: Placement?
    /// What of it is on the canvas; `.empty` when nothing is.
    private(set) var visible = PixelRectangle.empty
    let composer: Composer
    /// A frame has been painted since the source came.
    var hasPicture = false
    /// Whether its picture has full chroma, as the canvas then has.
    private(set) var hasFullChroma: Bool

    /// What changes its picture before it is composed: Layer+Filter.swift.
    var filter: (any LayerFilter)?
    var filtered: FilteredPicture?
    /// What the filter made is not of the picture as it is now.
    var isFilterStale = true
    /// One block: stands in for a picture where there is none.
    private let nothing = Canvas(evenSize: PixelSize(width: 2, height: 2))
    private let kernels: PixelKernels

    init(_ name: String, order: Int, shape: LayerShape, kernels: PixelKernels, hasFullChroma: Bool) {
        (self.name, self.order, self.shape, self.kernels, self.hasFullChroma) = (name, order, shape, kernels, hasFullChroma)
        nothing.setFullChroma(hasFullChroma)
        composer = Composer(nothing, mode: shape.mode, kernels: kernels)
    }

    /// Gives its picture full chroma or takes it away, after the canvas: what it shows is made from what it has until its next frame.
    func setFullChroma(_ isWanted: Bool) {
        hasFullChroma = isWanted
        for canvas in [nothing, composer.canvas] { canvas.setFullChroma(isWanted) }
        composer.followChroma()
        filtered?.canvas.setFullChroma(isWanted)
        isFilterStale = true
    }

    /// Whether anything of it is to be seen, if nothing lies above.
    var isShown: Bool { hasPicture && !shape.isHidden && shape.weight > 0 && !visible.isEmpty }
    var isOpaque: Bool { shape.weight == 256 && matte == nil }

    // MARK: Placing

    func setSource(_ geometry: FrameGeometry, _ orientation: Orientation) { (self.geometry, self.orientation) = (geometry, orientation) }

    /// Computes the placement anew.
    ///
    /// A box no larger than the canvas keeps all of its picture, so that a layer can come in from outside; of a larger one only what is on
    /// the canvas is kept, each axis by itself.
    func place(on canvas: PixelSize) {
        let box = shape.evenBox
        var limits = box
        if box.width > canvas.width { (limits.x, limits.width) = (0, canvas.width) }
        if box.height > canvas.height { (limits.y, limits.height) = (0, canvas.height) }
        placement = geometry.flatMap {
            Placement(
                of: $0.size, orientation: orientation, crop: shape.boundedCrop, isMirrored: shape.isMirrored, in: box, within: limits, on: canvas,
                mode: shape.mode)
        }
        visible = placement.map { $0.visible.intersection(PixelRectangle(of: canvas)) } ?? .empty
        guard let geometry, let placement else {
            composer.unplace()
            return release()
        }
        if composer.painter?.geometry != geometry || composer.painter?.placement != placement.ofVisible {
            composer.place(geometry, placement.ofVisible)
        }
    }

    // MARK: The picture

    /// No picture any more, and none of the memory that it took.
    func release() {
        (hasPicture, filtered, isFilterStale) = (false, nil, true)
        composer.move(to: nothing, part: PixelRectangle(of: nothing.size))
        composer.invalidate()
    }

    /// Paints on the canvas itself from now on; `placement` is inside.
    func paint(on canvas: Canvas) {
        guard let placement else { return }
        composer.move(to: canvas, part: placement.visible)
    }

    /// Gets a black picture of its own, as `placement` has it.
    func makePicture() {
        guard let placement else { return }
        let own = Canvas(evenSize: placement.visible.size)
        own.setFullChroma(hasFullChroma)
        isFilterStale = true
        composer.move(to: own, part: PixelRectangle(of: own.size))
    }
}
