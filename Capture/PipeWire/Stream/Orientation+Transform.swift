import Frames

extension Orientation {
    /// How a picture must be turned to stand upright whose `SPA_META_VideoTransform` says `transform`.
    ///
    /// SPA says what was done to the picture: turned counter-clockwise in quarters, mirrored first from 4 on. What brings it
    /// upright, measured on sway with all eight of them, is a quarter turn *clockwise* for 1. A mirrored form is undone by itself:
    /// mirrored, and turned as far as it says. What is not defined counts as upright.
    init(transform: Int32) {
        self =
            switch transform {
            case 1: .right
            case 2: .down
            case 3: .left
            case 4: .upMirrored
            case 5: .leftMirrored
            case 6: .downMirrored
            case 7: .rightMirrored
            default: .up
            }
    }
}
