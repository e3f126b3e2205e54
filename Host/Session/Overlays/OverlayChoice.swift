import Picture

/// What a user wants to have laid over the canvas, in shares of the canvas, so that it is the same at every size. A value.
public struct OverlayChoice: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// An absolute path of a PNG, APNG, GIF, JPEG, BMP or still WebP file.
        case picture(String)
        /// As `OverlayTemplate` reads it.
        case text(String)
    }

    /// Of the canvas, and of what lies there.
    public enum Corner: String, CaseIterable, Sendable {
        case topLeft = "top-left"
        case topRight = "top-right"
        case bottomLeft = "bottom-left"
        case bottomRight = "bottom-right"

        var isRight: Bool { self == .topRight || self == .bottomRight }
        var isBottom: Bool { self == .bottomLeft || self == .bottomRight }
        /// For people.
        public static let form = allCases.map(\.rawValue).joined(separator: ", ")
    }

    public static let usualLetterHeight = 0.05
    public static let letterHeights = 0.01...0.5

    public var content: Content
    /// Which corner of it `x` and `y` are of.
    public var corner = Corner.topLeft
    /// How far that corner is from the same one of the canvas: 0 is there, 1 at the opposite edge.
    public var x = 0.0
    public var y = 0.0
    /// Of a picture, above 0, to 1, which is the canvas's width; `nil` for its own pixels.
    public var width: Double?
    /// Of a text, in shares of the canvas's height.
    public var letterHeight = OverlayChoice.usualLetterHeight
    public var colour = SlateChoice.Colour(red: 255, green: 255, blue: 255)
    /// 0 (cannot be seen) to 1.
    public var opacity = 1.0

    public init(_ content: Content) { self.content = content }

    /// What is wrong with it, and the right form; `nil` when nothing is.
    public var problem: String? {
        guard (0..<1).contains(x), (0..<1).contains(y) else {
            return "an overlay at \(x),\(y) is off the canvas: give shares of its width and height from 0 to below 1, such as 0.1,0.1"
        }
        if let width, !(width > 0 && width <= 1) {
            return "an overlay cannot be \(width) of the canvas wide: give a share above 0, to 1, such as 0.3"
        }
        guard (0...1).contains(opacity) else { return "an overlay cannot have an opacity of \(opacity): give 0 to 1" }
        switch content {
        case .picture(let path):
            // A scene's file may hold any character.
            return path.hasPrefix("/") && !path.utf8.contains(0) ? nil : "'\(path)' is no absolute path, such as /pictures/logo.png"
        case .text(let text):
            guard Self.letterHeights.contains(letterHeight) else {
                return "letters cannot be \(letterHeight) of the canvas high: give 0.01 to 0.5, such as 0.05"
            }
            do throws(PictureError) { _ = try OverlayTemplate(parsing: text) } catch { return error.message }
            return nil
        }
    }
}

/// What the control plane asks of the overlays of a running session.
public enum OverlayRequest: Hashable, Sendable {
    case add(OverlayChoice)
    case remove(id: Int)
}
