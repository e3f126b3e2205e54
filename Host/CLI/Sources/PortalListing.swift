import Portal

/// What the desktop's portal shares, for `sources`: never which windows there are, which only its dialog tells.
struct PortalListing: Codable, Hashable {
    let version: Int
    /// `monitor`, `window`, `virtual`.
    let sources: [String]
    /// `hidden`, `embedded`, `metadata`.
    let cursors: [String]

    init(_ traits: PortalTraits) {
        version = traits.version
        sources = traits.sources.sorted().map(\.word)
        cursors = traits.cursors.sorted { $0.rawValue < $1.rawValue }.map(\.word)
    }

    /// A row for each kind: what it is, and what to give.
    var rows: [[String]] {
        sources.map { kind in
            let option = kind == "monitor" ? "--screen" : "--\(kind)"
            return [kind, "--capture pipewire \(option)", "its dialog asks which"]
        }
    }
}
