public import Frames

/// One decoded picture: BGRA with straight alpha, rows without padding. Owns its memory; belongs to one thread at a time.
public final class StillFrame {
    public let geometry: FrameGeometry
    /// How it must be turned to stand upright.
    public let orientation: Orientation
    /// `geometry.frameBytes` long; undefined at first. Valid as long as the frame lives.
    public let pixels: UnsafeMutablePointer<UInt8>
    private let memory: AlignedMemory

    /// - Returns: `nil` for a size outside the limits of `FrameGeometry`.
    public init?(size: PixelSize, orientation: Orientation = .up) {
        guard let geometry = FrameGeometry(size: size) else { return nil }
        (self.geometry, self.orientation) = (geometry, orientation)
        memory = AlignedMemory(bytes: geometry.frameBytes)
        pixels = memory.base.assumingMemoryBound(to: UInt8.self)
    }

    /// Puts a colour behind whatever can be seen through; afterwards nothing can.
    func flatten(over colour: PixelColour) {
        let behind = [UInt32(colour.blue), UInt32(colour.green), UInt32(colour.red)]
        for pixel in stride(from: 0, to: geometry.frameBytes, by: 4) where pixels[pixel + 3] != 255 {
            let alpha = UInt32(pixels[pixel + 3])
            for channel in 0..<3 {
                let sum = UInt32(pixels[pixel + channel]) * alpha + behind[channel] * (255 - alpha)
                pixels[pixel + channel] = UInt8((sum + 127) / 255)
            }
            pixels[pixel + 3] = 255
        }
    }
}
