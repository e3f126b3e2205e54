import CText
import Frames

/// Text as an image: premultiplied BGRA, sides even and within the canvas.
///
/// Of the libraries that write it nothing is kept but what they cache: about half a megabyte, from the first text on.
struct SlateText {
    /// Parts of the canvas that text may fill.
    private static let (widest, highest) = (0.84, 0.8)
    /// Letters, as a part of the canvas's height, or of the height that a canvas of 16:9 as wide would have.
    private static let largestLetters = 1.0 / 9

    let size: PixelSize
    let pixels: AlignedMemory

    var strideBytes: Int { size.width * 4 }

    /// - Returns: `nil` when no font is installed.
    init?(_ text: String, colour: PixelColour, canvas: PixelSize) {
        let (width, height) = (Int(clamping: Double(canvas.width) * Self.widest) & ~1, Int(clamping: Double(canvas.height) * Self.highest))
        let letters = Double(min(canvas.height, canvas.width * 9 / 16)) * Self.largestLetters
        guard let drawing = ctext_open(text, Int32(width), Int32(height), letters) else { return nil }
        defer { ctext_close(drawing) }
        size = PixelSize(width: width, height: min((Int(ctext_height(drawing)) + 1) & ~1, canvas.height))
        let bytes = size.width * size.height * 4
        pixels = AlignedMemory(bytes: bytes)
        pixels.base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        ctext_draw(
            drawing, colour.red, colour.green, colour.blue, pixels.base.assumingMemoryBound(to: UInt8.self), Int32(size.height), strideBytes)
    }
}
