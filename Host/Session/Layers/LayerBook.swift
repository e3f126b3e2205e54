import AppGroup
import Frames
import Picture

/// How each source is to be shown, as users have said so far. A value.
struct LayerBook: Sendable, Hashable {
    /// The screen first.
    private(set) var sources: [SourceName] = [.screen]
    private var choices: [SourceName: LayerChoice] = [:]
    private(set) var layout = Layout.own
    /// Of the sources that are not seen as a whole.
    private(set) var zooms: [SourceName: Zoom] = [:]
    private let aspect: AspectMode

    init(aspect: AspectMode) { self.aspect = aspect }

    init(_ configuration: SessionConfiguration) {
        self.init(aspect: configuration.aspect)
        for source in configuration.sources { add(source.name) }
        for layer in configuration.layers { set(layer) }
    }

    mutating func add(_ source: SourceName) { if !sources.contains(source) { sources.append(source) } }

    mutating func remove(_ source: SourceName) {
        sources.removeAll { $0 == source }
        choices[source] = nil
        zooms[source] = nil
    }

    /// Changes one layer, from where it is now.
    mutating func set(_ choice: LayerChoice) { choices[choice.source] = (choices[choice.source] ?? LayerChoice(choice.source)).changed(by: choice) }

    mutating func zoom(_ source: SourceName, _ factor: Double, _ follow: Zoom.Follow?) {
        zooms[source] = Zoom(factor, follow: follow ?? zooms[source]?.follow ?? .pointer)
    }

    /// Puts all layers in their places. Aspect, opacity, mirror and crop stay each layer's own.
    mutating func set(_ layout: Layout, on canvas: PixelSize) {
        self.layout = layout
        for choice in layout.choices(of: sources, on: canvas) {
            var new = (choices[choice.source] ?? LayerChoice(choice.source)).changed(by: choice)
            // All of the canvas, whatever it was before.
            new.size = choice.size
            choices[choice.source] = new
        }
    }

    /// What that comes to on a canvas, by the names of the sources.
    func shapes(on canvas: PixelSize) -> [String: LayerShape] {
        var shapes: [String: LayerShape] = [:]
        for (index, source) in sources.enumerated() {
            let choice = choices[source] ?? standard(source, index, on: canvas)
            shapes[source.text] = choice.shape(on: canvas, aspect: aspect, level: index)
        }
        return shapes
    }

    /// Whether a user wants it not to be seen.
    func isHidden(_ source: SourceName) -> Bool { choices[source]?.isHidden ?? false }

    /// Of a source of which nothing was said.
    private func standard(_ source: SourceName, _ index: Int, on canvas: PixelSize) -> LayerChoice {
        guard index > 0 else { return LayerChoice(source) }
        return Layout.pictureInPicture.choices(of: sources, on: canvas)[index]
    }
}
