import Frames

extension Orientation {
    /// This one with left and right of the upright picture exchanged.
    var mirrored: Orientation {
        switch self {
        case .up: .upMirrored
        case .upMirrored: .up
        case .down: .downMirrored
        case .downMirrored: .down
        // A mirrored form is mirrored first and turned then: mirrored afterwards, it has to turn the other way.
        case .right: .leftMirrored
        case .leftMirrored: .right
        case .left: .rightMirrored
        case .rightMirrored: .left
        }
    }
}
