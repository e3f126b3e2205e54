import Frames

// What a layer shows until its next frame, when it is shown in another way.
extension Layer {
    /// A picture of its own, equal to the part of the canvas that it has painted on.
    func keepPicture() {
        let shown = composer.view
        makePicture()
        composer.view.copy(from: shown)
    }

    /// A picture of its own that shows what another placement showed, cropped, scaled and mirrored as this one wants it. Black where the
    /// other had nothing.
    ///
    /// - Parameters:
    ///   - shown: what the other placement's `visible` had; must stay until this returns.
    ///   - owner: of the memory behind it.
    func keepPicture(of shown: I420View, owner: Canvas, placedAs old: Placement) {
        guard let placement else { return }
        makePicture()
        guard !(placement.ofVisible == old.ofVisible) else { return composer.view.copy(from: shown) }
        let isTurned = placement.orientation != old.orientation
        let source = isTurned ? Canvas(evenSize: shown.size) : owner
        var from = shown
        var before = old.ofVisible
        if isTurned {
            source.setFullChroma(owner.hasFullChroma)
            from = source.view
            Orientation.upMirrored.turn(shown, into: from)
            before = before.ofMirrored
        }
        let new = placement.ofVisible
        guard
            let across = Kept(Axis(columnsOf: new), Axis(columnsOf: before)), let down = Kept(Axis(rowsOf: new), Axis(rowsOf: before))
        else { return }
        withExtendedLifetime(source) {
            PictureScaler.scale(
                from.part(PixelRectangle(x: across.from.lowerBound, y: down.from.lowerBound, width: across.from.count, height: down.from.count)),
                into: composer.view.part(
                    PixelRectangle(x: across.into.lowerBound, y: down.into.lowerBound, width: across.into.count, height: down.into.count)))
        }
    }
}

/// One axis of a picture of which all is visible: which of the upright source's pixels it shows, from where to where, and where it ends.
private struct Axis {
    let source: Range<Int>
    let picture: Range<Int>
    let end: Int

    init(columnsOf placement: Placement) {
        let shown = placement.orientation.upright(placement.window, in: placement.stored)
        (source, picture, end) = (shown.x..<shown.maxX, placement.picture.x..<placement.picture.maxX, placement.visible.width)
    }

    init(rowsOf placement: Placement) {
        let shown = placement.orientation.upright(placement.window, in: placement.stored)
        (source, picture, end) = (shown.y..<shown.maxY, placement.picture.y..<placement.picture.maxY, placement.visible.height)
    }

    /// Where a place on this picture is on another one of the same source, on an even pixel.
    func position(_ place: Int, on other: Axis) -> Int {
        let pixel = Double(source.lowerBound) + Double(place - picture.lowerBound) / Double(picture.count) * Double(source.count)
        let there = (pixel - Double(other.source.lowerBound)) / Double(other.source.count) * Double(other.picture.count)
        return Int(clamping: ((there + Double(other.picture.lowerBound)) / 2).rounded()) * 2
    }
}

/// The even pixels of one picture that another has as well, and where it has them.
private struct Kept {
    let into: Range<Int>
    let from: Range<Int>

    init?(_ new: Axis, _ old: Axis) {
        let (first, last) = (max(0, old.position(0, on: new)), min(new.end, old.position(old.end, on: new)))
        guard last > first else { return nil }
        let (oldFirst, oldLast) = (max(0, new.position(first, on: old)), min(old.end, new.position(last, on: old)))
        guard oldLast > oldFirst else { return nil }
        (into, from) = (first..<last, oldFirst..<oldLast)
    }
}
