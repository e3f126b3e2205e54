import Picture

/// How the sources are to be shown from now on, on its way to the canvas's thread.
struct LayerPlan: Sendable {
    var book: LayerBook
    var transition = Transition.cut
    /// It says all of what is shown, zooms too: they are there at once.
    var isWhole = false
}
