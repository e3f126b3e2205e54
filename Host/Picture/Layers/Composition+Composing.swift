public import Frames

// Which layer paints on the canvas itself, what has to be composed, and the composing.
extension Composition {
    var whole: PixelRectangle { PixelRectangle(of: canvas.size) }

    var allLayers: [Layer] { items.compactMap { if case .layer(let layer) = $0 { layer } else { nil } } }

    func layer(_ name: String) -> Layer? {
        // By index: an iterator is an allocation where nothing is optimised.
        for index in 0..<items.count { if case .layer(let layer) = items[index], layer.name == name { return layer } }
        return nil
    }

    func add(_ name: String, _ shape: LayerShape) -> Layer {
        let layer = Layer(name, order: nextOrder, shape: shape, kernels: kernels, hasFullChroma: canvas.hasFullChroma)
        nextOrder += 1
        layer.setFilter(filters[name])
        items.append(.layer(layer))
        sort()
        return layer
    }

    func sort() { items.sort { $0.isBelow($1) } }

    // MARK: What changed

    /// What `set`, `remove`, `vacate`, `configure`, overlays and transitions changed since the last call, in canvas pixels; all of it after
    /// `resized`.
    public func takeDamage() -> Damage {
        defer { changes.removeAll() }
        return changes
    }

    func noteChange(of layer: Layer) { if layer.isShown { noteChange(layer.visible) } }

    /// - Parameter part: on the canvas.
    func noteChange(_ part: PixelRectangle) {
        guard !part.isEmpty else { return }
        if direct == nil { dirty.add(part) }
        transition?.isStale = true
        changes.add(transition == nil ? part : whole)
    }

    /// - Parameters:
    ///   - painted: in pixels of the layer's picture.
    ///   - isWhole: it is all new.
    func noteFrame(of layer: Layer, painted: Damage, isWhole: Bool) -> Damage {
        guard layer.isShown, !painted.isEmpty, let placement = layer.placement else { return Damage() }
        var changed = Damage()
        if layer === direct {
            if isWhole { changed.add(whole) } else { add(painted, of: placement, to: &changed) }
        } else {
            for index in 0..<painted.count {
                let part = painted[index].moved(by: placement.visible).intersection(whole)
                if !part.isEmpty, !isCovered(part, above: layer) { changed.add(part) }
            }
            dirty.add(changed)
        }
        guard let transition, !changed.isEmpty else { return changed }
        transition.isStale = true
        return Damage(whole)
    }

    private func add(_ painted: borrowing Damage, of placement: Placement, to changed: inout Damage) {
        for index in 0..<painted.count { changed.add(painted[index].moved(by: placement.visible)) }
    }

    /// Whether one opaque layer above lies on all of it.
    func isCovered(_ part: PixelRectangle, above layer: Layer) -> Bool {
        var index = items.count - 1
        while index >= 0 {
            if case .layer(let other) = items[index], other === layer { return false }
            if items[index].isOpaque, items[index].visible.contains(part) { return true }
            index -= 1
        }
        return false
    }

    // MARK: Which layer paints on the canvas

    /// A layer's first frame is about to be painted.
    func begin(_ layer: Layer) {
        layer.hasPicture = true
        settle()
        guard layer !== direct else { return }
        layer.makePicture()
        layer.composer.invalidate()
    }

    /// The layer paints on the canvas no more, and what it painted there is no longer its picture.
    func leaveCanvas(_ layer: Layer) {
        guard layer === direct else { return }
        direct = nil
        dirty = Damage(whole)
    }

    /// Lets the layer that may paint on the canvas do so, and no other.
    func settle() {
        let sole = sole
        guard sole !== direct else { return }
        if let direct {
            direct.keepPicture()
            leaveCanvas(direct)
        }
        guard let sole, let placement = sole.placement else { return }
        let shown = sole.composer.view
        withExtendedLifetime(sole.composer.canvas) {
            canvas.view.paintBlack(around: placement.visible)
            sole.paint(on: canvas)
            // Before its first frame it has none.
            if shown.size == placement.visible.size { sole.composer.view.copy(from: shown) }
        }
        direct = sole
        dirty.removeAll()
    }

    /// The one layer to be seen, if it is opaque, inside the canvas and without a filter, and there is no overlay.
    private var sole: Layer? {
        var found: Layer?
        for item in items where !item.visible.isEmpty {
            guard found == nil, case .layer(let layer) = item, layer.isOpaque, layer.filter == nil, layer.placement?.visible == layer.visible else {
                return nil
            }
            found = layer
        }
        return found
    }

    // MARK: Composing

    /// Lends the composed picture, pointers blended in, for the length of `body`. Composes what changed since the last time.
    public func withPicture<Result, Failure: Error>(_ body: (I420View) throws(Failure) -> Result) throws(Failure) -> Result {
        guard let transition else { return try withCanvas(body) }
        withCanvas { transition.mix($0, kernels: kernels) }
        return try body(transition.mixed.view)
    }

    /// Lends a layer's own picture, whatever lies above it: cropped and scaled as it is shown, without pointer, black where a filter made it
    /// transparent. `nil` while it has none.
    public func withLayer<Result>(_ name: String, _ body: (I420View) -> Result) -> Result? {
        guard let layer = layer(name), layer.hasPicture, layer.placement != nil else { return nil }
        layer.freshenFilter()
        guard let matte = layer.matte else { return body(layer.shown) }
        let alone = Canvas(evenSize: layer.shown.size)
        PixelKernels.blend(layer.shown, matte: matte, weight: 256, over: alone.view)
        return withExtendedLifetime(alone) { body(alone.view) }
    }

    private func withCanvas<Result, Failure: Error>(_ body: (I420View) throws(Failure) -> Result) throws(Failure) -> Result {
        if let direct { return try direct.composer.withPointerBlended(body) }
        freshenFilters()
        gatherPointerDamage()
        if !dirty.isEmpty {
            compose(withPointersFrom: 0)
            dirty.removeAll()
        }
        return try body(canvas.view)
    }

    /// Blends the pointers of all layers into their pictures, one within the other, and composes what is dirty.
    private func compose(withPointersFrom first: Int) {
        for index in first..<items.count {
            guard case .layer(let layer) = items[index], layer.isShown, layer.composer.pointerPosition != nil else { continue }
            return layer.composer.withPointerBlended(on: layer.shown) { _ in compose(withPointersFrom: index + 1) }
        }
        for index in 0..<dirty.count { compose(dirty[index].widenedToEven, below: items.count) }
    }

    /// Composes an even part of the canvas from the items below the one of that index. No pixel is painted that an opaque layer covers.
    private func compose(_ part: PixelRectangle, below top: Int) {
        var index = top - 1
        var shared = PixelRectangle.empty
        while index >= 0 {
            shared = items[index].visible.intersection(part)
            if !shared.isEmpty { break }
            index -= 1
        }
        guard index >= 0 else { return canvas.view.part(part).paintBlack() }
        guard items[index].isOpaque else {
            compose(part, below: index)
            return blend(items[index], in: shared)
        }
        blend(items[index], in: shared)
        let bands = (
            PixelRectangle(x: part.x, y: part.y, width: part.width, height: shared.y - part.y),
            PixelRectangle(x: part.x, y: shared.maxY, width: part.width, height: part.maxY - shared.maxY),
            PixelRectangle(x: part.x, y: shared.y, width: shared.x - part.x, height: shared.height),
            PixelRectangle(x: shared.maxX, y: shared.y, width: part.maxX - shared.maxX, height: shared.height)
        )
        if !bands.0.isEmpty { compose(bands.0, below: index) }
        if !bands.1.isEmpty { compose(bands.1, below: index) }
        if !bands.2.isEmpty { compose(bands.2, below: index) }
        if !bands.3.isEmpty { compose(bands.3, below: index) }
    }

    private func blend(_ item: LayerItem, in part: PixelRectangle) {
        switch item {
        case .overlay(let overlay): overlay.blend(over: canvas.view, in: part)
        case .layer(let layer):
            guard let placement = layer.placement else { return }
            let own = part.moved(from: placement.visible)
            let (over, under) = (layer.shown.part(own), canvas.view.part(part))
            if let matte = layer.matte {
                PixelKernels.blend(over, matte: matte.advanced(x: own.x, y: own.y), weight: layer.shape.weight, over: under)
            } else if layer.isOpaque {
                under.copy(from: over)
            } else {
                kernels.mix(over, over: under, weight: layer.shape.weight, into: under)
            }
        }
    }
}

extension PixelRectangle {
    /// On the canvas, of one that counts from the corner of `origin`.
    func moved(by origin: PixelRectangle) -> PixelRectangle { PixelRectangle(x: x + origin.x, y: y + origin.y, width: width, height: height) }

    /// Counted from the corner of `origin`.
    func moved(from origin: PixelRectangle) -> PixelRectangle { PixelRectangle(x: x - origin.x, y: y - origin.y, width: width, height: height) }
}
