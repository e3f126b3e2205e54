import Frames

extension Orientation {
    /// How a panel's picture is turned upright, from `wl_output.transform`: what the compositor did to the picture before it
    /// went to the panel, counted counter-clockwise in quarter turns (0 to 3), and the same after mirroring (4 to 7). Measured against
    /// sway for all eight; what is no transform counts as none.
    init(transform: UInt32) {
        let upright: [Orientation] = [.up, .right, .down, .left, .upMirrored, .leftMirrored, .downMirrored, .rightMirrored]
        self = transform < 8 ? upright[Int(transform)] : .up
    }

    /// The same for a picture whose rows lie from the bottom up.
    var upsideDown: Orientation {
        switch self {
        case .up: .downMirrored
        case .upMirrored: .down
        case .down: .upMirrored
        case .downMirrored: .up
        case .left: .rightMirrored
        case .leftMirrored: .right
        case .right: .leftMirrored
        case .rightMirrored: .left
        }
    }
}
