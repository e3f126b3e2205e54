import CText
public import Frames
public import Platform

/// Text to be laid over the canvas, drawn when it changes and not before. Belongs to one thread; drawing takes some milliseconds and allocates.
public final class OverlayText {
    public struct Style: Hashable, Sendable {
        /// In pixels; smaller where the text does not fit.
        public var letterHeight: Int
        public var colour: PixelColour
        /// Of a box behind the text, with a third of a letter around it; `nil` for none.
        public var background: PixelColour?
        /// Of that box: 0 cannot be seen, 1 hides what is behind it.
        public var backgroundOpacity: Double

        public init(letterHeight: Int, colour: PixelColour, background: PixelColour? = nil, backgroundOpacity: Double = 1) {
            (self.letterHeight, self.colour, self.background) = (letterHeight, colour, background)
            self.backgroundOpacity = backgroundOpacity
        }
    }

    public static let letterHeights = 6...1024

    public let template: OverlayTemplate
    public let style: Style
    private let room: PixelSize
    private var shown: String?

    /// - Parameter room: that the text may take, the canvas's size at most.
    /// - Throws: `badOverlay` in one line, for a style out of range.
    public init(_ template: OverlayTemplate, style: Style, room: PixelSize) throws(PictureError) {
        guard Self.letterHeights.contains(style.letterHeight) else {
            throw PictureError(.badOverlay, "letters of an overlay cannot be \(style.letterHeight) pixels high: give 6 to 1024")
        }
        guard (0...1).contains(style.backgroundOpacity) else {
            throw PictureError(.badOverlay, "the box behind a text cannot have an opacity of \(style.backgroundOpacity): give 0 to 1")
        }
        guard Canvas.sides.contains(room.width), Canvas.sides.contains(room.height) else {
            throw PictureError(.badOverlay, "a text cannot be in \(room) pixels: give 16 to 8192")
        }
        (self.template, self.style, self.room) = (template, style, room)
    }

    /// - Returns: `nil` where the text is the one drawn last.
    /// - Throws: `noFont`.
    public func draw(at moment: OverlayTemplate.Moment) throws(PictureError) -> OverlayFrame? {
        let text = template.text(at: moment)
        guard text != shown else { return nil }
        let frame = try drawn(text)
        shown = text
        return frame
    }

    private func drawn(_ text: String) throws(PictureError) -> OverlayFrame {
        guard let drawing = ctext_open(text, Int32(room.width), Int32(room.height), Double(style.letterHeight)) else {
            throw PictureError(.noFont, "no font is installed, so there is no text: install one, such as fonts-dejavu-core")
        }
        defer { ctext_close(drawing) }
        let width = Int(ctext_tighten(drawing, Int32(room.width)))
        let size = PixelSize(width: max(1, width), height: max(1, min(Int(ctext_height(drawing)), room.height)))
        return OverlayFrame(size: size) { pixels in
            let bytes = pixels.assumingMemoryBound(to: UInt8.self)
            if let background = style.background { fill(bytes, count: size.width * size.height, with: background) }
            ctext_draw(drawing, style.colour.red, style.colour.green, style.colour.blue, bytes, Int32(size.height), size.width * 4)
        }
    }

    private func fill(_ pixels: UnsafeMutablePointer<UInt8>, count: Int, with colour: PixelColour) {
        let share = Int(clamping: (style.backgroundOpacity * 255).rounded())
        let alpha = UInt32(share)
        let pixel = [colour.blue, colour.green, colour.red, 255].map { UInt8((UInt32($0) * alpha + 127) / 255) }
        for index in 0..<4 * count { pixels[index] = pixel[index & 3] }
    }
}
