import AppGroup
import Frames
import Picture

/// Why a layer that is to be seen is not.
enum LayerProblem: Hashable, Sendable {
    case offCanvas(PixelRectangle, PixelSize)
    case tooLarge(PixelSize, PixelSize)
    case cropOutside(PixelRectangle, PixelSize)

    /// How many times as wide and high as the canvas a layer may be: what it shows is scaled to all of it, and kept.
    static let mostTimesCanvas = 4

    /// - Parameter source: the size of what is captured, upright; `nil` while that is not known.
    init?(_ shape: LayerShape, on canvas: PixelSize, source: PixelSize?) {
        let size = PixelSize(width: shape.box.width, height: shape.box.height)
        if size.width > canvas.width * Self.mostTimesCanvas || size.height > canvas.height * Self.mostTimesCanvas {
            self = .tooLarge(size, canvas)
        } else if shape.evenBox.intersection(PixelRectangle(of: canvas)).isEmpty {
            self = .offCanvas(shape.box, canvas)
        } else if let source, let crop = shape.crop, crop.intersection(PixelRectangle(of: source)).isEmpty {
            self = .cropOutside(crop, source)
        } else {
            return nil
        }
    }

    /// As in "its layer is not seen: off the canvas, …".
    var text: String {
        switch self {
        case .offCanvas(let box, let canvas): "off the canvas: \(box.width)x\(box.height) at \(box.x),\(box.y), and the canvas has \(canvas)"
        case .tooLarge(let size, let canvas):
            "too large: \(size), and on a canvas of \(canvas) a layer has \(canvas.times(Self.mostTimesCanvas)) at most"
        case .cropOutside(let crop, let size):
            "without a picture: crop=\(crop.x),\(crop.y),\(crop.width)x\(crop.height) is outside of the source, which has \(size)"
        }
    }

    var remedy: String {
        switch self {
        case .offCanvas: "give a place that is partly on it, or hidden"
        case .tooLarge: "give a smaller size, or crop and zoom to see less of the source"
        case .cropOutside: "give a part of that, or crop=off"
        }
    }

    /// In answer to a user who asks for it.
    func refusal(of source: SourceName) -> SessionError {
        SessionError(.badSetting, "the layer of \"\(source)\" would be \(text): \(remedy)")
    }
}

extension PixelSize {
    fileprivate func times(_ factor: Int) -> PixelSize { PixelSize(width: width * factor, height: height * factor) }
}
