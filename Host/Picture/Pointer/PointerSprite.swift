import Frames

/// The pointer's image as it looks on the canvas: scaled and turned as the screen is.
///
/// Memory grows with the largest image seen and is kept.
final class PointerSprite {
    static let largestSide = 256
    /// A screen blown up beyond measure does not blow up the pointer's memory: its image is never drawn larger.
    static let largestScaledSide = 1024

    private let original = AlignedMemory()
    private let lying = AlignedMemory()
    /// Premultiplied BGRA, upright, rows without padding.
    let upright = AlignedMemory()

    private(set) var originalSize = PixelSize(width: 0, height: 0)
    private(set) var lyingSize = PixelSize(width: 0, height: 0)
    private(set) var uprightSize = PixelSize(width: 0, height: 0)
    private(set) var hotX = 0
    private(set) var hotY = 0

    var isEmpty: Bool { originalSize.width == 0 }

    /// Copies an image: premultiplied BGRA, rows without padding.
    func load(size: PixelSize, hotX: Int, hotY: Int, pixels: UnsafeRawPointer) throws(PictureError) {
        let sides = 1...Self.largestSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw PictureError(.badPointerSize, "a pointer image of \(size) is refused: from 1x1 to 256x256 pixels are allowed")
        }
        let bytes = size.width * size.height * 4
        original.reserve(bytes: bytes)
        original.base.copyMemory(from: pixels, byteCount: bytes)
        // An agent's numbers: a hot spot outside the image is odd, but harmless this near.
        (self.hotX, self.hotY) = (min(max(hotX, -1024), 1024), min(max(hotY, -1024), 1024))
        originalSize = size
    }

    /// Copies the image of another, if it has any.
    func load(_ other: PointerSprite) throws(PictureError) {
        guard !other.isEmpty else { return }
        try load(size: other.originalSize, hotX: other.hotX, hotY: other.hotY, pixels: other.original.base)
    }

    /// Makes `upright` for this placement.
    func prepare(for placement: Placement, kernels: PixelKernels) {
        guard !isEmpty else { return }
        let width = Self.mapping(of: originalSize.width, as: placement.horizontal)
        let height = Self.mapping(of: originalSize.height, as: placement.vertical)
        lyingSize = PixelSize(width: width.scaled, height: height.scaled)
        uprightSize = placement.orientation.upright(lyingSize)
        let bytes = lyingSize.width * lyingSize.height * 4
        upright.reserve(bytes: bytes)
        var source = UnsafeRawPointer(original.base)
        if width.source != width.scaled || height.source != height.scaled {
            lying.reserve(bytes: bytes)
            let scaler = PixelScaler(horizontal: width, vertical: height, part: PixelRectangle(of: lyingSize), kernels: kernels)
            for row in 0..<lyingSize.height {
                scaler.scale(
                    row: row, range: 0..<lyingSize.width, from: source, strideBytes: originalSize.width * 4,
                    into: lying.base + row * lyingSize.width * 4)
            }
            source = UnsafeRawPointer(lying.base)
        }
        placement.orientation.turn(pixels: source, size: lyingSize, into: upright.base)
    }

    private static func mapping(of side: Int, as screen: AxisMapping) -> AxisMapping {
        guard !screen.isCopied else { return AxisMapping(source: side, scaled: side) }
        return AxisMapping(source: side, scaled: min(max(screen.position(of: side), 1), largestScaledSide))
    }
}
