import Frames

/// What lies on the canvas, one above the other.
enum LayerItem {
    case layer(Layer)
    case overlay(OverlayItem)

    var z: Int {
        switch self {
        case .layer(let layer): layer.shape.z
        case .overlay(let overlay): overlay.z
        }
    }

    /// Layers in the order in which they were added, then overlays in that of their numbers.
    private var order: (Int, Int) {
        switch self {
        case .layer(let layer): (0, layer.order)
        case .overlay(let overlay): (1, overlay.id)
        }
    }

    /// What may be seen of it; widened to even pixels.
    var visible: PixelRectangle {
        switch self {
        case .layer(let layer): layer.isShown ? layer.visible : .empty
        case .overlay(let overlay): overlay.visible
        }
    }

    /// Nothing below is seen where it is.
    var isOpaque: Bool { if case .layer(let layer) = self { layer.isOpaque } else { false } }

    func isBelow(_ other: LayerItem) -> Bool { z == other.z ? order < other.order : z < other.z }
}

/// An overlay, as it is painted.
final class OverlayItem {
    let id: Int
    let z: Int
    let overlay: Overlay
    /// All of it, in canvas pixels.
    let whole: PixelRectangle
    /// The blocks of the canvas that it touches.
    let visible: PixelRectangle
    /// At its opacity.
    private let image: OverlayImage

    /// - Parameter before: what had this number so far; its image is used again where it is the same.
    init(_ id: Int, _ overlay: Overlay, canvas: PixelSize, before: OverlayItem?) {
        (self.id, self.overlay, z) = (id, overlay, overlay.z)
        let (corner, weight) = (-(1 << 20)...1 << 20, overlay.opacity.mixingWeight)
        whole = PixelRectangle(
            x: min(max(overlay.x, corner.lowerBound), corner.upperBound), y: min(max(overlay.y, corner.lowerBound), corner.upperBound),
            width: overlay.image.size.width, height: overlay.image.size.height)
        visible = weight == 0 ? .empty : whole.intersection(PixelRectangle(of: canvas)).widenedToEven
        if weight == 256 || weight == 0 {
            image = overlay.image
        } else if let before, before.overlay.image === overlay.image, before.overlay.opacity.mixingWeight == weight {
            image = before.image
        } else {
            image = OverlayImage(overlay.image, weight: weight)
        }
    }

    /// Blends what lies in an even part of the canvas.
    func blend(over canvas: I420View, in part: PixelRectangle) {
        let shown = whole.intersection(part)
        guard !shown.isEmpty else { return }
        let blocks = shown.widenedToEven
        let strideBytes = whole.width * 4
        PixelKernels.blend(
            image.pixels.base + (shown.y - whole.y) * strideBytes + (shown.x - whole.x) * 4, strideBytes: strideBytes, width: shown.width,
            height: shown.height, insetX: shown.x - blocks.x, insetY: shown.y - blocks.y, over: canvas.part(blocks))
    }
}
