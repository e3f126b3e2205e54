/// Which variant is wanted, and which renditions with it.
public struct ContentConfiguration: Hashable, Sendable {
    /// A variant by its number, or by its STABLE-VARIANT-ID or NAME; taken as it is.
    public enum Choice: Hashable, Sendable {
        case number(Int)
        case name(String)
    }

    public var choice: Choice?
    /// In order: each narrows down what is left, and is passed over where nothing would be left.
    public var preferences: [VariantPredicate]
    /// All must hold.
    public var requirements: [VariantPredicate]
    public var media: MediaSelection

    public init(
        choice: Choice? = nil, preferences: [VariantPredicate] = [], requirements: [VariantPredicate] = [], media: MediaSelection = MediaSelection()
    ) {
        (self.choice, self.preferences, self.requirements, self.media) = (choice, preferences, requirements, media)
    }

    /// The best of `variants`: of those that are left the one with the highest peak bit rate, and the first of several.
    ///
    /// - Returns: with it the preferences that it does not meet.
    /// - Throws: `.notThere` where the choice is not among them, `.nothingMatches` where no variant meets all requirements.
    public func variant(among variants: [Variant]) throws(HLSError) -> (variant: Variant, unmet: [VariantPredicate]) {
        var left = try chosen(among: variants)
        for requirement in requirements {
            left = left.filter { requirement.holds(for: $0) }
            guard !left.isEmpty else {
                throw HLSError(.nothingMatches, "no variant meets what is required: '\(Quoted.text(requirement.description))' (of \(variants.count))")
            }
        }
        for preference in preferences {
            let better = left.filter { preference.holds(for: $0) }
            if !better.isEmpty { left = better }
        }
        guard var best = left.first else { throw HLSError(.malformed, "the playlist has no variant") }
        for variant in left where variant.peakBitRate > best.peakBitRate { best = variant }
        return (best, preferences.filter { !$0.holds(for: best) })
    }

    private func chosen(among variants: [Variant]) throws(HLSError) -> [Variant] {
        guard let choice else { return variants }
        let found =
            switch choice {
            case .number(let number): variants.filter { $0.number == number }
            case .name(let name): variants.filter { $0.name == name }
            }
        guard found.isEmpty else { return found }
        let wanted =
            if case .name(let name) = choice { "'\(Quoted.text(name))'" } else { if case .number(let number) = choice { "\(number)" } else { "" } }
        let known = variants.count == 1 ? "one" : "\(variants.count), from 1 to \(variants.count)"
        let names = variants.compactMap(\.name).map { Quoted.text($0) }
        let named = names.isEmpty || wanted.first != "'" ? "" : ": " + names.joined(separator: ", ")
        throw HLSError(.notThere, "there is no variant \(wanted): the playlist has \(known)\(named)")
    }
}
