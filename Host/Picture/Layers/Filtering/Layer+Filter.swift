import Frames

// What a filter makes of a layer's picture. The picture itself stays as it was painted, so that each part of it is filtered once.
extension Layer {
    /// What is composed of it.
    var shown: I420View { filtered?.canvas.view ?? composer.view }

    /// What is seen of each pixel; `nil` for all.
    var matte: Matte? { filter?.hasMatte == true ? filtered?.matte : nil }

    func setFilter(_ filter: (any LayerFilter)?) {
        self.filter = filter
        if filter == nil { filtered = nil }
        isFilterStale = true
    }

    /// Filters what was painted.
    ///
    /// - Parameter painted: `nil` for everything.
    /// - Returns: what is different of what is shown.
    func applyFilter(_ painted: Damage?) -> Damage {
        guard let filter, hasPicture else { return painted ?? Damage() }
        guard isShown else {
            // Filtered when it is to be seen.
            isFilterStale = true
            return painted ?? Damage()
        }
        let picture = composer.view
        var changed = isFilterStale ? nil : painted
        if filtered?.canvas.size != picture.size {
            filtered = FilteredPicture(size: picture.size, hasFullChroma: hasFullChroma)
            changed = nil
        }
        guard let filtered else { return Damage() }
        isFilterStale = false
        let made = filter.filter(picture, changed: changed, into: filtered.canvas.view, matte: filter.hasMatte ? filtered.matte : nil)
        if hasFullChroma { filtered.canvas.view.upsampleChroma() }
        return made ?? Damage(PixelRectangle(of: picture.size))
    }

    /// Filters all of it, if it was painted or placed anew without.
    func freshenFilter() { if filter != nil, isFilterStale, isShown { _ = applyFilter(nil) } }
}
