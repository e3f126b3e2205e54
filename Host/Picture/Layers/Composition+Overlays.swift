// Images over the layers.
extension Composition {
    /// Adds an overlay or changes it. Of equal z, a higher number lies above. With an opacity between 0 and 1, and another image or opacity than
    /// before, a copy of the image is made.
    public func setOverlay(_ id: Int, _ overlay: Overlay) {
        let before = overlayItem(id)
        let item = OverlayItem(id, overlay, canvas: canvas.size, before: before)
        drop(before)
        items.append(.overlay(item))
        sort()
        settle()
        noteChange(item.visible)
    }

    public func removeOverlay(_ id: Int) {
        guard let item = overlayItem(id) else { return }
        drop(item)
        settle()
    }

    private func overlayItem(_ id: Int) -> OverlayItem? {
        for item in items { if case .overlay(let overlay) = item, overlay.id == id { return overlay } }
        return nil
    }

    private func drop(_ dropped: OverlayItem?) {
        guard let dropped else { return }
        noteChange(dropped.visible)
        items.removeAll { if case .overlay(let overlay) = $0 { overlay === dropped } else { false } }
    }
}
