import Codec
import Frames
import Picture
import Platform

/// One overlay at work: what it shows at a moment, on a canvas of one size. Belongs to one thread at a time: made by one, handed to another.
final class RunningOverlay: @unchecked Sendable {
    // @unchecked: handed on through a lock, after which its maker has it no more.
    private enum Source {
        case image(AnimatedImage, since: MediaTime)
        case text(OverlayText)
    }

    let choice: OverlayChoice
    let canvas: PixelSize
    private let source: Source
    /// As it is at first.
    private let size: PixelSize
    private var shown: Int?

    /// Reads a picture, or draws a text for a try. Blocks for its decoding.
    ///
    /// - Parameter moment: what a text says at first.
    /// - Throws: one line that says what is wrong with it.
    init(_ choice: OverlayChoice, on canvas: PixelSize, at moment: OverlayTemplate.Moment) throws(SessionError) {
        (self.choice, self.canvas) = (choice, canvas)
        switch choice.content {
        case .picture(let path):
            let width = choice.width.map { max(1, Int(clamping: ($0 * Double(canvas.width)).rounded())) }
            do throws(CodecError) {
                let image = try AnimatedImage.decode(path, width: width)
                (source, size) = (.image(image, since: .now()), image.size)
            } catch { throw SessionError(.badSetting, error.message, cause: error) }
        case .text(let text):
            do throws(PictureError) {
                let letters = min(max(Int(clamping: (choice.letterHeight * Double(canvas.height)).rounded()), 6), 1024)
                let colour = PixelColour(red: choice.colour.red, green: choice.colour.green, blue: choice.colour.blue)
                let (template, style) = (try OverlayTemplate(parsing: text), OverlayText.Style(letterHeight: letters, colour: colour))
                let room = try Self.room(of: choice, on: canvas)
                source = .text(try OverlayText(template, style: style, room: room))
                // What cannot be drawn is said to those who ask for it.
                let trial = try OverlayText(template, style: style, room: room)
                size = try trial.draw(at: moment)?.size ?? PixelSize(width: 0, height: 0)
            } catch { throw SessionError(.badSetting, error.message, cause: error) }
        }
    }

    /// The canvas pixel of its left upper corner while it is so large.
    private func origin(of size: PixelSize) -> (x: Int, y: Int) {
        let (x, y) = Self.distance(choice, on: canvas), corner = choice.corner
        return (corner.isRight ? canvas.width - size.width - x : x, corner.isBottom ? canvas.height - size.height - y : y)
    }

    /// From its corner of the canvas, in pixels.
    private static func distance(_ choice: OverlayChoice, on canvas: PixelSize) -> (x: Int, y: Int) {
        (Int(clamping: (choice.x * Double(canvas.width)).rounded()), Int(clamping: (choice.y * Double(canvas.height)).rounded()))
    }

    /// What a text may take: from its corner to the canvas's other edges.
    private static func room(of choice: OverlayChoice, on canvas: PixelSize) throws(PictureError) -> PixelSize {
        let (x, y) = distance(choice, on: canvas)
        let room = PixelSize(width: canvas.width - x, height: canvas.height - y)
        guard room.width >= Canvas.sides.lowerBound, room.height >= Canvas.sides.lowerBound else {
            throw PictureError(
                .badOverlay,
                "a text at \(choice.x),\(choice.y) has \(room) pixels up to the canvas's edges: put it nearer to its corner, "
                    + choice.corner.rawValue)
        }
        return room
    }

    /// Where it is at first.
    var place: PixelRectangle {
        let origin = origin(of: size)
        return PixelRectangle(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// What it shows now.
    ///
    /// - Returns: `nil` where that is what it showed before; and when it may be something else, `nil` for never.
    func step(at now: MediaTime, _ moment: OverlayTemplate.Moment) throws(PictureError) -> (overlay: Overlay?, next: MediaTime?) {
        switch source {
        case .image(let image, let since):
            let (index, next) = image.frame(at: now - since)
            let due = next.map { now + $0 }
            guard index != shown else { return (nil, due) }
            shown = index
            return (try overlay(image.frames[index].image), due)
        case .text(let text):
            let due = text.template.change(after: moment).map { now + $0 }
            guard let frame = try text.draw(at: moment) else { return (nil, due) }
            return (try overlay(frame), due)
        }
    }

    private func overlay(_ frame: OverlayFrame) throws(PictureError) -> Overlay {
        let origin = origin(of: frame.size)
        return Overlay(image: try OverlayImage(size: frame.size, pixels: frame.pixels), x: origin.x, y: origin.y, opacity: choice.opacity)
    }
}
