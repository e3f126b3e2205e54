/// A filter of libavfilter with its settings.
struct GraphRecipe: Hashable {
    let name: String
    /// What never changes, such as "r=5:p=1"; may be empty.
    var fixed = ""
    /// By their names, in order.
    var settings: [String]
    var values: [String]
    /// How far a changed pixel reaches, in pixels; `nil` where all may change.
    let reach: Int?
    /// Whether the settings are changed without another graph.
    let takesCommands: Bool

    /// As `ffmpeg -vf` takes it.
    var chain: String {
        let parts = (fixed.isEmpty ? [] : [fixed]) + zip(settings, values).map { "\($0)='\($1)'" }
        return "\(name)=\(parts.joined(separator: ":"))"
    }

    /// The same filter, perhaps with other values.
    func isAlike(_ other: GraphRecipe) -> Bool { name == other.name && fixed == other.fixed && settings == other.settings }
}
