import Picture

/// What is to be shown otherwise from the next picture on, all of it in the same one.
struct CanvasChange: Sendable {
    /// `nil` leaves the sources as they are.
    var plan: LayerPlan?
    /// By their numbers; `nil` for nothing more.
    var overlays: [(id: Int, overlay: Overlay?)]
}
