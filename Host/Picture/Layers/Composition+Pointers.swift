public import Frames

// Each layer has a pointer of its own, in pixels of its stored frames. See `Composer`: without such a layer nothing happens.
extension Composition {
    /// - Throws: `badPointerSize`; the image before stays.
    public func setPointerImage(_ name: String, size: PixelSize, hotX: Int, hotY: Int, pixels: UnsafeRawPointer) throws(PictureError) {
        try layer(name)?.composer.setPointerImage(size: size, hotX: hotX, hotY: hotY, pixels: pixels)
        transition?.isStale = true
    }

    /// Shows a layer's pointer at a pixel of its stored frame; it may be outside, and is not drawn where the frame is cropped.
    public func movePointer(_ name: String, toX x: Int, y: Int) {
        layer(name)?.composer.movePointer(toX: x, y: y)
        transition?.isStale = true
    }

    public func hidePointer(_ name: String) {
        layer(name)?.composer.hidePointer()
        transition?.isStale = true
    }

    /// Whether the pointer of any layer that is shown looks different than at the last call.
    public func takePointerChange() -> Bool {
        var hasChanged = false
        for index in 0..<items.count {
            if case .layer(let layer) = items[index], layer.composer.takePointerChange(), layer.isShown { hasChanged = true }
        }
        return hasChanged
    }

    /// What the pointers make different since the last call, in canvas pixels: where they no longer are, and where they are.
    public func takePointerDamage() -> Damage {
        gatherPointerDamage()
        defer { pointerDamage.removeAll() }
        return pointerDamage
    }

    /// What the pointers changed is composed anew, and is told by the next `takePointerDamage`.
    func gatherPointerDamage() {
        for index in 0..<items.count {
            guard case .layer(let layer) = items[index], let placement = layer.placement else { continue }
            let moved = layer.composer.takePointerDamage()
            guard layer.isShown else { continue }
            for which in 0..<moved.count {
                let part = moved[which].moved(by: placement.visible).intersection(whole)
                guard !part.isEmpty, layer === direct || !isCovered(part, above: layer) else { continue }
                if direct == nil { dirty.add(part) }
                pointerDamage.add(transition == nil ? part : whole)
            }
        }
    }
}
