import Frames

// Filters of layers. A layer that has one paints on a picture of its own, never on the canvas.
extension Composition {
    /// Has the picture of a layer changed by a filter from now on, of one that is added later, too; `nil` leaves it as it is. The same filter again
    /// says that it works differently. What is shown is filtered at once.
    public func setFilter(_ name: String, _ filter: (any LayerFilter)?) {
        filters[name] = filter
        guard let layer = layer(name), filter != nil || layer.filter != nil else { return }
        layer.setFilter(filter)
        settle()
        layer.freshenFilter()
        noteChange(of: layer)
    }

    func freshenFilters() {
        for index in 0..<items.count { if case .layer(let layer) = items[index] { layer.freshenFilter() } }
    }
}
