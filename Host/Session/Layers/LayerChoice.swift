public import AppGroup
public import Frames
public import Picture

/// How a user wants a source shown. What is `nil` is the canvas's: all of it, its aspect, opaque, at the bottom of what was added before.
public struct LayerChoice: Sendable, Hashable {
    public let source: SourceName
    public var x: LayerOffset?
    public var y: LayerOffset?
    /// In canvas pixels, each side 2...8192.
    public var size: PixelSize?
    public var aspect: AspectMode?
    /// Which layer covers which: higher numbers lie above; -100...100.
    public var z: Int?
    /// 0 (nothing is seen) ... 1 (nothing shines through).
    public var opacity: Double?
    public var isMirrored: Bool?
    /// The part of the source that is shown, upright, in its own pixels; empty for all of it.
    public var crop: PixelRectangle?
    public var isHidden: Bool?

    public static let sides = 2...8192
    public static let levels = -100...100
    /// Of positions and crops: far beyond any canvas.
    public static let offsets = -16_384...16_384

    public init(_ source: SourceName) { self.source = source }

    /// Whether it says where, or that, the layer is to be seen.
    var isMoved: Bool { x != nil || y != nil || size != nil || isHidden == false }

    /// This one, with what the other says in its place.
    public func changed(by other: LayerChoice) -> LayerChoice {
        var new = self
        (new.x, new.y, new.size) = (other.x ?? x, other.y ?? y, other.size ?? size)
        (new.aspect, new.z, new.opacity) = (other.aspect ?? aspect, other.z ?? z, other.opacity ?? opacity)
        (new.isMirrored, new.crop, new.isHidden) = (other.isMirrored ?? isMirrored, other.crop ?? crop, other.isHidden ?? isHidden)
        return new
    }

    /// What that is on a canvas.
    ///
    /// - Parameters:
    ///   - aspect: the canvas's.
    ///   - level: its z where it has none of its own.
    func shape(on canvas: PixelSize, aspect canvasAspect: AspectMode, level: Int) -> LayerShape {
        let size = size ?? canvas
        let box = PixelRectangle(
            x: (x ?? .start(0)).position(length: size.width, on: canvas.width),
            y: (y ?? .start(0)).position(length: size.height, on: canvas.height), width: size.width, height: size.height)
        return LayerShape(
            box: box, mode: aspect ?? canvasAspect, z: z ?? level, opacity: opacity ?? 1, isMirrored: isMirrored ?? false,
            crop: crop.flatMap { $0.isEmpty ? nil : $0 }, isHidden: isHidden ?? false)
    }
}
