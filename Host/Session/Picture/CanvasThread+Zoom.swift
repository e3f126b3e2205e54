import Frames
import Platform

/// How close sources are seen, from picture to picture.
extension CanvasThread {
    /// - Returns: whether a zoom moves still.
    func zoom(_ state: CanvasState, at now: MediaTime) -> Bool {
        guard !plan.book.zooms.isEmpty, let size = state.size else { return false }
        let unzoomed = plan.book.shapes(on: size)
        var (hasMoved, isMoving) = (false, false)
        for source in sources {
            let step = source.step(plan.book.zooms[source.name], crop: unzoomed[source.name.text]?.crop, at: now)
            (hasMoved, isMoving) = (hasMoved || step.hasMoved, isMoving || step.isMoving)
        }
        if hasMoved { arrange(state, .cut) }
        return isMoving
    }

    /// Has each source as close as the plan says, whatever it was before.
    func zoomAtOnce(_ state: CanvasState) {
        guard let size = state.size else { return }
        let unzoomed = plan.book.shapes(on: size)
        for source in sources {
            let zoom = plan.book.zooms[source.name]
            if zoom == nil { source.camera = nil }
            _ = source.step(zoom, crop: unzoomed[source.name.text]?.crop, at: .now(), isAtOnce: true)
        }
    }
}
