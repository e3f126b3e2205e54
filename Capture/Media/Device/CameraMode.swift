import Frames

/// One way in which a camera can deliver: a format, a size, and the most frames a second that it has for them. A value.
struct CameraMode: Hashable, Sendable {
    let letters: FourCC
    let format: CameraFormat
    let size: PixelSize
    /// In thousandths; 0 where the camera does not say.
    let milliFramesPerSecond: UInt32
}

/// What is asked of a camera; `nil` leaves it to the camera and to what is good for a broadcast.
struct CameraRequest: Hashable, Sendable {
    var size: PixelSize?
    var milliFramesPerSecond: UInt32?
    var format: CameraFormat?

    /// The best of what there is; `nil` when there is none as requested.
    ///
    /// What was asked for must be there: the very size, the very format, and a rate at least as high, or nearly. Of the rest, in this
    /// order: 24 frames a second or more, the size nearest below 1920x1080 (a canvas is seldom larger), formats that need no
    /// decoding, more frames a second.
    func choose(of modes: [CameraMode]) -> CameraMode? {
        let wanted = milliFramesPerSecond ?? 24_000
        let fitting = modes.filter { mode in
            (size == nil || mode.size == size) && (format == nil || mode.format == format)
                && (milliFramesPerSecond == nil || mode.runs(at: wanted))
        }
        return fitting.max { worse, better in Self.rank(worse, wanted).lexicographicallyPrecedes(Self.rank(better, wanted)) }
    }

    private static func rank(_ mode: CameraMode, _ wanted: UInt32) -> [Int] {
        let isLarge = mode.size.width > 1920 || mode.size.height > 1080
        let area = mode.size.width * mode.size.height
        let order = CameraFormat.allCases.firstIndex(of: mode.format) ?? 0
        return [mode.runs(at: wanted) ? 1 : 0, isLarge ? 0 : 1, isLarge ? -area : area, -order, Int(mode.milliFramesPerSecond)]
    }
}

extension CameraMode {
    /// Half a frame a second less is as good: 29.97 is 30 to people.
    func runs(at milliFramesPerSecond: UInt32) -> Bool {
        self.milliFramesPerSecond == 0 || self.milliFramesPerSecond + 500 >= milliFramesPerSecond
    }
}

extension CameraMode: CustomStringConvertible {
    var description: String {
        let rate = milliFramesPerSecond == 0 ? "" : " at \((milliFramesPerSecond + 500) / 1000)"
        return "\(size) \(format.rawValue)\(rate)"
    }
}
