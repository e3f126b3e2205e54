/// An image over the layers. A value; any thread.
public struct Overlay: Sendable {
    public var image: OverlayImage
    /// The canvas pixel of the image's left upper corner: any, odd ones too; the image may reach beyond the canvas. Kept within ±2²⁰.
    public var x: Int
    public var y: Int
    /// Among the layers: over those of equal z. Above all of them unless it is set.
    public var z: Int
    /// 0...1, as a layer's.
    public var opacity: Double

    public init(image: OverlayImage, x: Int, y: Int, z: Int = .max, opacity: Double = 1) {
        (self.image, self.x, self.y, self.z, self.opacity) = (image, x, y, z, opacity)
    }
}
