import Frames
import Platform

extension SessionStatus {
    /// Something that is laid over the canvas.
    public struct Overlay: Codable, Sendable {
        /// Never given to another.
        public var id: Int
        /// `picture` or `text`.
        public var kind: String
        /// The picture's path, or the text with its placeholders.
        public var content: String
        /// In canvas pixels; a text's size is that of what it says now.
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
        public var opacity: Double

        init(_ id: Int, _ choice: OverlayChoice, at place: PixelRectangle) {
            self.id = id
            switch choice.content {
            case .picture(let path): (kind, content) = ("picture", path)
            case .text(let text): (kind, content) = ("text", text)
            }
            (x, y, width, height, opacity) = (place.x, place.y, place.width, place.height, choice.opacity)
        }
    }
}
