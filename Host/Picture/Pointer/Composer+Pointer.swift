public import Frames

// The pointer is never part of the canvas: it is blended in for the encoder only and taken out again, so that moving
// it costs no conversion and leaves no trace.
extension Composer {
    /// Sets the pointer's image, as drawn on the stored frame: premultiplied BGRA, rows without padding, at most 256x256
    /// pixels. `hotX` and `hotY` name the pixel that stands at the pointer's position. The pixels are copied.
    ///
    /// - Throws: `badPointerSize`; the image before stays.
    public func setPointerImage(size: PixelSize, hotX: Int, hotY: Int, pixels: UnsafeRawPointer) throws(PictureError) {
        try sprite.load(size: size, hotX: hotX, hotY: hotY, pixels: pixels)
        preparePointer()
        if pointerPosition != nil { hasPointerChanged = true }
    }

    /// Shows the pointer at a pixel of the stored frame; it may be outside.
    public func movePointer(toX x: Int, y: Int) {
        // An agent's number: kept where sums cannot overflow, far beyond any screen.
        let limit = 1 << 20
        let next = (x: min(max(x, -limit), limit), y: min(max(y, -limit), limit))
        if let held = pointerPosition, held == next { return }
        pointerPosition = next
        if !sprite.isEmpty { hasPointerChanged = true }
    }

    public func hidePointer() {
        guard pointerPosition != nil else { return }
        pointerPosition = nil
        if !sprite.isEmpty { hasPointerChanged = true }
    }

    /// Whether the pointer looks different than at the last call: then there is something to encode though nothing is damaged.
    public func takePointerChange() -> Bool {
        defer { hasPointerChanged = false }
        return hasPointerChanged
    }

    /// What the pointer makes different since the last call: where it no longer is, and where it is. Called once after each change.
    public func takePointerDamage() -> Damage {
        let current = pointerRectangle().map { SeenPointer(whole: $0.whole, shown: $0.shown.widenedToEven, image: pointerImage) }
        defer { seenPointer = current }
        var damage = Damage()
        guard current != seenPointer else { return damage }
        if let seenPointer { damage.add(seenPointer.shown) }
        if let current { damage.add(current.shown) }
        return damage
    }

    /// Where a pointer stood on a picture.
    struct SeenPointer: Equatable {
        let whole: PixelRectangle
        /// What it covers of the picture.
        let shown: PixelRectangle
        let image: Int
    }

    /// Lends the canvas with the pointer blended in, for the length of `body` (the encoder); afterwards the canvas is as before.
    ///
    /// - Parameter picture: of the size of what is painted: has the pointer blended in instead, what was made of it.
    public func withPointerBlended<Result, Failure: Error>(
        on picture: I420View? = nil, _ body: (I420View) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let painted = pointerRectangle() else { return try body(canvas.view) }
        let (pointer, shown) = painted
        let blocks = shown.widenedToEven
        let part = (picture ?? view).part(blocks)
        let saved = savedView(blocks.size)
        saved.copy(from: part)
        defer { part.copy(from: saved) }
        let strideBytes = sprite.uprightSize.width * 4
        PixelKernels.blend(
            sprite.upright.base + (shown.y - pointer.y) * strideBytes + (shown.x - pointer.x) * 4, strideBytes: strideBytes,
            width: shown.width, height: shown.height, insetX: shown.x - blocks.x, insetY: shown.y - blocks.y, over: part)
        return try body(canvas.view)
    }

    /// Gives another composer this one's pointer.
    func copyPointer(to other: Composer) throws(PictureError) {
        try other.sprite.load(sprite)
        (other.pointerPosition, other.pointerImage, other.hasPointerChanged) = (pointerPosition, pointerImage, true)
        other.preparePointer()
    }

    /// Makes the image fit the placement, and room for what it will cover.
    func preparePointer() {
        pointerImage += 1
        guard let placement else { return }
        sprite.prepare(for: placement, kernels: kernels)
        reserveUnderPointer()
    }

    func reserveUnderPointer() {
        // Up to one pixel is added on each side.
        let pixels = (sprite.uprightSize.width + 2) * (sprite.uprightSize.height + 2)
        underPointer.reserve(bytes: pixels * (canvas.hasFullChroma ? 7 : 3) / 2)
    }

    /// Where the whole image stands on the canvas, and the part of it that is on the screen; `nil` when nothing is.
    private func pointerRectangle() -> (whole: PixelRectangle, shown: PixelRectangle)? {
        guard let placement, let pointerPosition, !sprite.isEmpty else { return nil }
        let lying = PixelRectangle(
            x: placement.horizontal.position(of: pointerPosition.x - placement.window.x - sprite.hotX),
            y: placement.vertical.position(of: pointerPosition.y - placement.window.y - sprite.hotY),
            width: sprite.lyingSize.width, height: sprite.lyingSize.height)
        let whole = placement.canvasRectangle(ofLying: lying)
        let shown = whole.intersection(placement.visible)
        return shown.isEmpty ? nil : (whole, shown)
    }

    private func savedView(_ size: PixelSize) -> I420View {
        let luma = underPointer.base.assumingMemoryBound(to: UInt8.self)
        let (lumaBytes, chromaBytes) = (size.width * size.height, size.width * size.height / 4)
        let full = FullChroma(blue: luma + lumaBytes + 2 * chromaBytes, red: luma + 2 * lumaBytes + 2 * chromaBytes)
        return I420View(
            size: size, luma: luma, blueChroma: luma + lumaBytes, redChroma: luma + lumaBytes + chromaBytes,
            lumaStrideBytes: size.width, chromaStrideBytes: size.width / 2, fullChroma: canvas.hasFullChroma ? full : nil)
    }
}
