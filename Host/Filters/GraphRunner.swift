import FilterGraphs
import Frames
import Picture
import Platform

/// Runs a filter of libavfilter over what changed of a picture, strip by strip: a strip is a picture of the graph's own, as wide as the whole. Where
/// the filter is not local, there is one strip.
final class GraphRunner {
    /// Rows that a full strip makes.
    private static let stripRows = 192

    private(set) var recipe: GraphRecipe
    private var graph: PictureGraph?
    private var size = PixelSize(width: 0, height: 0)
    /// Of a processor, all that graphs took to be made. Each size has a graph of its own.
    private(set) var making = Duration.zero

    init(_ recipe: GraphRecipe) { self.recipe = recipe }

    /// Other values for the same filter: as commands where it takes them, else with another graph.
    func change(to new: GraphRecipe) {
        defer { recipe = new }
        guard let graph, recipe.takesCommands else { return graph = nil }
        for (index, setting) in new.settings.enumerated() where new.values[index] != recipe.values[index] {
            guard graph.command(new.name, setting, new.values[index]) else { return self.graph = nil }
        }
    }

    /// Filters rows of a picture.
    ///
    /// - Returns: false where the library failed.
    func run(_ rows: Range<Int>, of picture: I420View, into filtered: I420View) -> Bool {
        guard let graph = prepare(for: picture.size) else { return false }
        let (margin, height) = (recipe.reach ?? 0, graph.size.height)
        var top = recipe.reach == nil ? 0 : rows.lowerBound
        let end = recipe.reach == nil ? picture.size.height : rows.upperBound
        while top < end {
            // The strip is inside the picture: where it ends with it, it needs no margin.
            let start = max(0, min(top - margin, picture.size.height - height))
            let last = start + height == picture.size.height ? picture.size.height : start + height - margin
            let made = top..<min(end, last)
            let into = filtered.part(PixelRectangle(x: 0, y: made.lowerBound, width: picture.size.width, height: made.count))
            let strip = picture.part(PixelRectangle(x: 0, y: start, width: picture.size.width, height: height))
            guard graph.process(.init(strip), rows: made.lowerBound - start..<made.upperBound - start, into: .init(into)) else { return false }
            top = made.upperBound
        }
        return true
    }

    private func prepare(for size: PixelSize) -> PictureGraph? {
        if size != self.size { graph = nil }
        self.size = size
        if let graph { return graph }
        let height = recipe.reach.map { min(size.height, Self.stripRows + 2 * $0) } ?? size.height
        let strip = PixelSize(width: size.width, height: height)
        let begun = Worker.processorTime
        defer { making += Worker.processorTime - begun }
        graph = try? PictureGraph(recipe.chain, size: strip)  // tried before, but a picture may be too small for it
        return graph
    }
}

extension PictureGraph.Planes {
    init(_ view: I420View) {
        self.init(
            luma: view.luma, blue: view.blueChroma, red: view.redChroma, lumaStrideBytes: view.lumaStrideBytes,
            chromaStrideBytes: view.chromaStrideBytes)
    }
}
