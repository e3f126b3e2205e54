/// A condition on a variant's attributes, in the reference's spelling: `peakBitRate < 5000000 && videoAttributes.videoRange == PQ`.
///
/// What the playlist does not say equals nothing and is neither less nor more. Of a property with several values (`codecTypes`, `formatIDs`)
/// one is enough for `==` and `IN`, and none may be equal for `!=`.
public struct VariantPredicate: Hashable, Sendable, CustomStringConvertible {
    indirect enum Node: Hashable, Sendable {
        case and(Node, Node)
        case or(Node, Node)
        case not(Node)
        case compare(VariantProperty, Comparison, [PredicateValue])
    }

    enum Comparison: Hashable, Sendable { case equal, unequal, less, lessOrEqual, greater, greaterOrEqual, among, between }

    let root: Node
    /// As it was given.
    public let description: String

    /// - Throws: `.badPredicate`, with the column (from 1) and what could stand there.
    public init(_ text: String) throws(HLSError) {
        root = try PredicateParser.parse(text)
        description = text
    }

    public func holds(for variant: Variant) -> Bool { Self.holds(root, variant) }

    private static func holds(_ node: Node, _ variant: Variant) -> Bool {
        switch node {
        case .and(let left, let right): return holds(left, variant) && holds(right, variant)
        case .or(let left, let right): return holds(left, variant) || holds(right, variant)
        case .not(let inner): return !holds(inner, variant)
        case .compare(let property, .unequal, let wanted): return !property.values(of: variant).contains { $0.equals(wanted[0]) }
        case .compare(let property, let comparison, let wanted):
            return property.values(of: variant).contains { compare($0, comparison, wanted) }
        }
    }

    private static func compare(_ value: PredicateValue, _ comparison: Comparison, _ wanted: [PredicateValue]) -> Bool {
        switch comparison {
        case .equal: value.equals(wanted[0])
        case .unequal: !value.equals(wanted[0])
        case .less: value.isLess(than: wanted[0])
        case .lessOrEqual: value.isLess(than: wanted[0]) || value.equals(wanted[0])
        case .greater: wanted[0].isLess(than: value)
        case .greaterOrEqual: wanted[0].isLess(than: value) || value.equals(wanted[0])
        case .among: wanted.contains { value.equals($0) }
        case .between: !value.isLess(than: wanted[0]) && !wanted[1].isLess(than: value)
        }
    }
}
