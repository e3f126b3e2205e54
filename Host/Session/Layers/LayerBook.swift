import AppGroup
import Frames
import Picture

/// How each source is to be shown, as users have said so far. A value.
struct LayerBook: Sendable, Hashable {
    static let most = SessionConfiguration.mostSources

    /// The screen first.
    private(set) var sources: [SourceName] = [.screen]
    private var choices: [SourceName: LayerChoice] = [:]
    private(set) var layout = Layout.own
    /// Where the layout was made.
    private var place: LayoutPlace?
    /// Of the sources that are not seen as a whole.
    private(set) var zooms: [SourceName: Zoom] = [:]
    private let aspect: AspectMode
    /// Which one a source was when it came, of those that there were then: where it is shown unless something is said, and its z.
    private var ranks: [SourceName: Int] = [.screen: 0]

    init(aspect: AspectMode) { self.aspect = aspect }

    init(_ configuration: SessionConfiguration) {
        self.init(aspect: configuration.aspect)
        for source in configuration.sources { add(source.name) }
        if let scene = configuration.scene { _ = show(scene.layers, on: configuration.canvasSize) }
        for layer in configuration.layers { set(layer) }
    }

    mutating func add(_ source: SourceName) {
        guard !sources.contains(source) else { return }
        sources.append(source)
        // Where one has left, there is room.
        ranks[source] = (1...sources.count).first { rank in !ranks.values.contains(rank) }
    }

    mutating func remove(_ source: SourceName) {
        sources.removeAll { $0 == source }
        choices[source] = nil
        zooms[source] = nil
        ranks[source] = nil
    }

    /// For people: "screen, cam".
    var names: String { sources.map(\.text).joined(separator: ", ") }

    /// Changes one layer; what is not said of one of which nothing was said before is the canvas's.
    mutating func set(_ choice: LayerChoice) { choices[choice.source] = (choices[choice.source] ?? LayerChoice(choice.source)).changed(by: choice) }

    /// Changes one layer from where it is now, also if nothing was said of it before.
    ///
    /// - Parameter canvas: `nil` where there is none yet.
    mutating func change(_ choice: LayerChoice, on canvas: PixelSize?) {
        if let canvas { choices[choice.source] = self.choice(choice.source, on: canvas) }
        set(choice)
    }

    mutating func zoom(_ source: SourceName, _ factor: Double, _ follow: Zoom.Follow?) {
        zooms[source] = Zoom(factor, follow: follow ?? zooms[source]?.follow ?? .pointer)
    }

    /// Puts all layers in their places, also on canvases of another size. Aspect, opacity, mirror and crop stay each layer's own.
    mutating func set(_ layout: Layout, on canvas: PixelSize) {
        (self.layout, place) = (layout, LayoutPlace(canvas: canvas, sources: sources))
        for choice in layout.choices(of: sources, on: canvas) {
            var new = (choices[choice.source] ?? LayerChoice(choice.source)).changed(by: choice)
            // All of the canvas, whatever it was before.
            new.size = choice.size
            choices[choice.source] = new
        }
    }

    // MARK: All of it

    /// All that is shown, so that it is the same wherever it is shown again.
    func settings(on canvas: PixelSize) -> [LayerSetting] {
        sources.map { source in
            var choice = choice(source, on: canvas)
            let shape = choice.shape(on: canvas, aspect: aspect, level: ranks[source] ?? 0)
            (choice.x, choice.y) = (choice.x ?? .start(0), choice.y ?? .start(0))
            (choice.z, choice.opacity, choice.isMirrored, choice.isHidden) = (shape.z, shape.opacity, shape.isMirrored, shape.isHidden)
            return LayerSetting(choice, zoom: zooms[source])
        }
    }

    /// Shows this and nothing else: other sources are hidden, and so is what could not be seen.
    ///
    /// - Parameter canvas: `nil` where there is none yet.
    /// - Returns: what cannot be shown of it, a line each.
    mutating func show(_ layers: [LayerSetting], on canvas: PixelSize?) -> [String] {
        var problems: [String] = []
        (layout, place, zooms) = (.own, nil, [:])
        var hidden = sources
        for layer in layers where sources.contains(layer.choice.source) {
            let source = layer.choice.source
            (choices[source], zooms[source]) = (layer.choice, layer.zoom)
            guard let canvas, let problem = problem(of: source, on: canvas, size: nil) else {
                hidden.removeAll { $0 == source }
                continue
            }
            problems.append("\(source): it is hidden, since its layer would be \(problem.text)")
        }
        for source in hidden {
            var choice = canvas.map { self.choice(source, on: $0) } ?? choices[source] ?? LayerChoice(source)
            choice.isHidden = true
            choices[source] = choice
        }
        let lacking = layers.map(\.choice.source).filter { !sources.contains($0) }
        return lacking.map { "\($0): this broadcast has no such source, there is \(names)" } + problems
    }

    // MARK: Shapes

    /// What that comes to on a canvas, by the names of the sources.
    func shapes(on canvas: PixelSize) -> [String: LayerShape] {
        var shapes: [String: LayerShape] = [:]
        for source in sources {
            shapes[source.text] = choice(source, on: canvas).shape(on: canvas, aspect: aspect, level: ranks[source] ?? 0)
        }
        return shapes
    }

    /// Why a layer that is to be seen would not be; `nil` where nothing is in its way, or it is hidden.
    ///
    /// - Parameter size: of what is captured, upright; `nil` while that is not known.
    func problem(of source: SourceName, on canvas: PixelSize, size: PixelSize?) -> LayerProblem? {
        let shape = choice(source, on: canvas).shape(on: canvas, aspect: aspect, level: 0)
        return shape.isHidden ? nil : LayerProblem(shape, on: canvas, source: size)
    }

    /// - Throws: `.badSetting` where a layer that is to be seen would not be.
    func check(_ source: SourceName, on canvas: PixelSize, size: PixelSize?) throws(SessionError) {
        if let problem = problem(of: source, on: canvas, size: size) { throw problem.refusal(of: source) }
    }

    /// Whether a user wants it not to be seen.
    func isHidden(_ source: SourceName) -> Bool { choices[source]?.isHidden ?? false }

    /// As it was said, or as one of which nothing was said.
    private func choice(_ source: SourceName, on canvas: PixelSize) -> LayerChoice {
        if let choice = choices[source] { return place.map { $0.moved(choice, by: layout, to: canvas) } ?? choice }
        guard let rank = ranks[source], rank > 0 else { return LayerChoice(source) }
        return Layout.inset(source, rank - 1, canvas)
    }
}

/// The canvas and the sources for which a layout was made.
private struct LayoutPlace: Sendable, Hashable {
    var canvas: PixelSize
    var sources: [SourceName]

    /// A layer that is where the layout put it, as the layout has it on another canvas; one that was moved since stays where it is.
    func moved(_ choice: LayerChoice, by layout: Layout, to other: PixelSize) -> LayerChoice {
        guard other != canvas, let old = layout.choices(of: sources, on: canvas).first(where: { $0.source == choice.source }),
            (choice.x, choice.y) == (old.x, old.y), choice.size == old.size,
            let new = layout.choices(of: sources, on: other).first(where: { $0.source == choice.source })
        else { return choice }
        var moved = choice
        (moved.x, moved.y, moved.size) = (new.x, new.y, new.size)
        return moved
    }
}
