public import Frames

/// A pointer's image, complete: BGRA, premultiplied, rows without padding. Immutable.
public final class PointerShape: Sendable {
    public let size: PixelSize
    public let hotSpotX: Int
    public let hotSpotY: Int
    public let pixels: [UInt8]

    init(size: PixelSize, hotSpotX: Int, hotSpotY: Int, pixels: [UInt8]) {
        (self.size, self.hotSpotX, self.hotSpotY, self.pixels) = (size, hotSpotX, hotSpotY, pixels)
    }
}
