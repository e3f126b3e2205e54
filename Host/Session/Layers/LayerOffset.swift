/// Where a layer lies along one side of the canvas, in pixels.
public enum LayerOffset: Sendable, Hashable {
    /// So far from the left or upper edge; negative: outside.
    case start(Int)
    /// So far from the right or lower edge.
    case end(Int)
    case centre

    /// The first pixel of a layer of this length on a side of the canvas.
    func position(length: Int, on side: Int) -> Int {
        switch self {
        case .start(let distance): distance
        case .end(let distance): side - length - distance
        case .centre: (side - length) / 2
        }
    }

    /// As it is written, such as `880` or `right-20`.
    ///
    /// - Parameter edge: the far edge's word, `right` or `bottom`.
    func text(_ edge: String) -> String {
        switch self {
        case .start(let distance): "\(distance)"
        case .end(0): edge
        case .end(let distance): "\(edge)\(distance < 0 ? "+" : "-")\(abs(distance))"
        case .centre: "center"
        }
    }
}
