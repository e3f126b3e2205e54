import Frames

extension Orientation {
    /// The orientation that undoes this one. Mirrored forms are reflections: they undo themselves.
    var inverse: Orientation {
        switch self {
        case .left: .right
        case .right: .left
        default: self
        }
    }
}
