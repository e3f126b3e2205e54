public import Frames

/// Composes the canvas: reads the newest frame of one source and keeps the canvas equal to it, damaged area by damaged area.
///
/// Threads: everything here belongs to one thread at a time. It may be made elsewhere and handed over before that
/// thread starts; nothing is locked. `update` and `withPointerBlended` allocate nothing; `configure` and, for an image
/// larger than any before or a scaled screen, `setPointerImage` do.
public final class Composer: @unchecked Sendable {
    // @unchecked: used by one thread at a time: its owner has a lock.
    /// Where the source is shown, on all of it or, as a layer of a `Composition`, on a part.
    public private(set) var canvas: Canvas
    public let mode: AspectMode
    let kernels: PixelKernels
    /// `nil` for all of it.
    private var part: PixelRectangle?
    /// Where the source is shown.
    var view: I420View { part.map { canvas.view.part($0) } ?? canvas.view }

    private(set) var painter: FramePainter?
    /// Set when the canvas does not yet show the source as it is now configured.
    private(set) var isWholeStale = false

    // --- the pointer: Composer+Pointer.swift ---
    let sprite = PointerSprite()
    let underPointer = AlignedMemory()
    var pointerPosition: (x: Int, y: Int)?
    var hasPointerChanged = false
    /// Which of the images that the pointer had so far.
    var pointerImage = 0
    /// As the last `takePointerDamage` saw it.
    var seenPointer: SeenPointer?

    /// - Throws: `badCanvasSize`, see `Canvas`.
    public convenience init(canvas size: PixelSize, mode: AspectMode) throws(PictureError) {
        try self.init(canvas: size, mode: mode, kernels: .best)
    }

    convenience init(canvas size: PixelSize, mode: AspectMode, kernels: PixelKernels) throws(PictureError) {
        self.init(try Canvas(size: size), mode: mode, kernels: kernels)
    }

    init(_ canvas: Canvas, mode: AspectMode, kernels: PixelKernels) {
        (self.canvas, self.mode, self.kernels) = (canvas, mode, kernels)
    }

    /// The same source and pointer on a canvas of another size. Until the next `update`, which repaints everything, it shows the picture as it was,
    /// scaled.
    ///
    /// - Throws: `badCanvasSize`, see `Canvas`.
    public func resized(to size: PixelSize) throws(PictureError) -> Composer {
        let other = Composer(try Canvas(size: size, showing: canvas), mode: mode, kernels: kernels)
        try copyPointer(to: other)
        if let painter { other.configure(geometry: painter.geometry, orientation: painter.placement.orientation) }
        return other
    }

    /// Gives the canvas full chroma, made from what it has until the next `update`, which repaints everything; or takes it away.
    public func setFullChroma(_ isWanted: Bool) {
        guard isWanted != canvas.hasFullChroma else { return }
        canvas.setFullChroma(isWanted)
        followChroma()
    }

    /// Its canvas has full chroma from now on, or no longer.
    func followChroma() {
        if canvas.hasFullChroma { isWholeStale = true }
        painter = painter.map {
            FramePainter(geometry: $0.geometry, placement: $0.placement, kernels: kernels, hasFullChroma: canvas.hasFullChroma)
        }
        reserveUnderPointer()
    }

    /// Where the source is placed; `nil` before the first `configure`.
    public var placement: Placement? { painter?.placement }

    /// Says what the frames to come look like. To be called before the first frame, whenever the geometry or the orientation
    /// changes, and when another agent takes over.
    ///
    /// What the source no longer covers turns black at once; the rest keeps the last picture until the next `update`,
    /// which repaints everything whatever its damage says.
    public func configure(geometry: FrameGeometry, orientation: Orientation) {
        let placement = Placement(of: geometry.size, orientation: orientation, on: canvas.size, mode: mode)
        if place(geometry, placement) { view.paintBlack(around: placement.visible) }
    }

    /// The same for a placement on `view`; paints nothing. Everything is repainted by the next `update`.
    ///
    /// - Returns: whether anything is different than before.
    @discardableResult
    func place(_ geometry: FrameGeometry, _ placement: Placement) -> Bool {
        isWholeStale = true
        guard painter?.geometry != geometry || painter?.placement != placement else { return false }
        painter = FramePainter(geometry: geometry, placement: placement, kernels: kernels, hasFullChroma: canvas.hasFullChroma)
        preparePointer()
        return true
    }

    /// Nothing of the source is to be seen; `place` comes before the next `update`.
    func unplace() { painter = nil }

    /// From now on paints there: on all of a canvas, or on an even part of it. What is there stays.
    func move(to canvas: Canvas, part: PixelRectangle) { (self.canvas, self.part) = (canvas, part) }

    /// The next `update` repaints everything.
    func invalidate() { isWholeStale = true }

    /// Brings the canvas up to date with a frame, converting the damaged area only.
    ///
    /// - Parameters:
    ///   - pixels: a frame of the configured geometry; read until this returns. Another process may write to it meanwhile:
    ///     the picture is then torn, nothing worse.
    ///   - damage: in stored pixels; not trusted, cut to the frame.
    /// - Returns: what may have changed, in canvas pixels.
    public func update(from pixels: UnsafeRawPointer, damage: Damage) -> Damage {
        guard let painter else { preconditionFailure("configure(geometry:orientation:) comes before update(from:damage:)") }
        if isWholeStale {
            isWholeStale = false
            _ = painter.paint(PixelRectangle(of: painter.geometry.size), from: pixels, on: view)
            return Damage(PixelRectangle(of: view.size))
        }
        var changed = Damage()
        for index in 0..<damage.count { changed.add(painter.paint(damage[index], from: pixels, on: view)) }
        return changed
    }
}
