/// Reads a predicate: `||` binds least, then `&&`, then `!`.
struct PredicateParser {
    /// Of parentheses and `!` in one another.
    private static let deepest = 64
    private var rest: ArraySlice<PredicateToken>
    private var depth = 0

    static func parse(_ text: String) throws(HLSError) -> VariantPredicate.Node {
        var parser = PredicateParser(rest: try PredicateLexer.tokens(of: text)[...])
        let root = try parser.either()
        guard case .end = parser.next.kind else { throw parser.next.refused("&&, || or the end") }
        return root
    }

    private init(rest: ArraySlice<PredicateToken>) { self.rest = rest }

    private var next: PredicateToken { rest.first ?? PredicateToken(kind: .end, column: 1) }

    /// The end stays.
    private mutating func pop() -> PredicateToken {
        let token = next
        if rest.count > 1 { rest.removeFirst() }
        return token
    }

    private mutating func expect(_ sign: String) throws(HLSError) {
        let token = pop()
        guard token.isSign(sign) else { throw token.refused(sign) }
    }

    // MARK: Conditions

    private mutating func either() throws(HLSError) -> VariantPredicate.Node {
        var node = try both()
        while next.isSign("||") || next.isWord("OR") {
            _ = pop()
            node = .or(node, try both())
        }
        return node
    }

    private mutating func both() throws(HLSError) -> VariantPredicate.Node {
        var node = try one()
        while next.isSign("&&") || next.isWord("AND") {
            _ = pop()
            node = .and(node, try one())
        }
        return node
    }

    private mutating func one() throws(HLSError) -> VariantPredicate.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw .predicate(next.column, "more than \(Self.deepest) parentheses and negations in one another") }
        if next.isSign("!") || next.isWord("NOT") {
            _ = pop()
            return .not(try one())
        }
        if next.isSign("(") {
            _ = pop()
            let inner = try either()
            try expect(")")
            return inner
        }
        return try comparison()
    }

    // MARK: Comparisons

    private mutating func comparison() throws(HLSError) -> VariantPredicate.Node {
        // `alac IN audioAttributes.formatIDs`, the other way round.
        if rest.count > 2, rest[rest.startIndex + 1].isWord("IN"), !rest[rest.startIndex + 2].isSign("{"), !isProperty(next) {
            let token = pop()
            _ = pop()
            let property = try property()
            return .compare(property, .equal, [try value(token, of: property)])
        }
        let property = try property()
        if property.kind == .yesOrNo, !next.isSign("==", "!=") { return .compare(property, .equal, [.yesOrNo(true)]) }
        let token = pop()
        if token.isWord("IN") { return .compare(property, .among, try set(of: property)) }
        if token.isWord("CONTAINS") { return .compare(property, .equal, [try value(pop(), of: property)]) }
        if token.isWord("BETWEEN") { return try between(property, token) }
        guard case .sign(let sign) = token.kind, let comparison = Self.comparisons[sign] else {
            throw token.refused("==, !=, \(property.kind == .number ? "<, <=, >, >=, BETWEEN" : "CONTAINS") or IN")
        }
        let isOrder = comparison != .equal && comparison != .unequal
        guard !isOrder || property.kind == .number || property.kind == .size else { throw token.refused("==, != or IN") }
        return .compare(property, comparison, [try value(pop(), of: property)])
    }

    private static let comparisons: [String: VariantPredicate.Comparison] = [
        "==": .equal, "!=": .unequal, "<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
    ]

    private func isProperty(_ token: PredicateToken) -> Bool { VariantProperty.byName.contains { token.kind == .word($0.name) } }

    private mutating func property() throws(HLSError) -> VariantProperty {
        let token = pop()
        guard case .word(let name) = token.kind else { throw token.refused(VariantProperty.expected) }
        if let known = VariantProperty.byName.first(where: { $0.name == name }) { return known.property }
        guard VariantProperty.functions.contains(name) else {
            let meant = VariantProperty.meant(by: name)
            throw .predicate(token.column, "'\(Quoted.text(name))' is no property: \(meant ?? VariantProperty.expected) could stand here")
        }
        try expect("(")
        var group: String?
        if !next.isSign(")") {
            let label = pop()
            guard label.isWord("GROUP") else { throw label.refused("group:\"NAME\" or )") }
            try expect(":")
            let value = pop()
            switch value.kind {
            case .quoted(let text), .word(let text): group = text
            default: throw value.refused("the name of a group in quotation marks")
            }
        }
        try expect(")")
        return name == "channels" ? .channelCount(group: group) : .isBinaural(group: group)
    }

    // MARK: Values

    private mutating func set(of property: VariantProperty) throws(HLSError) -> [PredicateValue] {
        try expect("{")
        var values = [try value(pop(), of: property)]
        while next.isSign(",") {
            _ = pop()
            values.append(try value(pop(), of: property))
        }
        guard next.isSign("}") else { throw next.refused(", or }") }
        _ = pop()
        return values
    }

    /// `{1, 2}`, and `1 AND 2`.
    private mutating func between(_ property: VariantProperty, _ token: PredicateToken) throws(HLSError) -> VariantPredicate.Node {
        guard property.kind == .number || property.kind == .size else { throw token.refused("==, != or IN") }
        if next.isSign("{") {
            let column = next.column
            let values = try set(of: property)
            guard values.count == 2 else { throw .predicate(column, "two values stand here, as in {1000000, 5000000}") }
            return .compare(property, .between, values)
        }
        let low = try value(pop(), of: property)
        let and = pop()
        guard and.isWord("AND") || and.isSign("&&", ",") else { throw and.refused("AND") }
        return .compare(property, .between, [low, try value(pop(), of: property)])
    }

    private func value(_ token: PredicateToken, of property: VariantProperty) throws(HLSError) -> PredicateValue {
        switch (property.kind, token.kind) {
        case (.number, .number(let number)): return .number(number)
        case (.size, .sizeText(let size)): return .size(size)
        case (.yesOrNo, .word(let word)) where ["true", "yes", "false", "no"].contains(word.lowercased()):
            return .yesOrNo(["true", "yes"].contains(word.lowercased()))
        case (.word, .word(let text)), (.word, .quoted(let text)):
            guard property != .videoRange || VideoRange(rawValue: text.uppercased()) != nil else { throw token.refused("SDR, HLG or PQ") }
            return .word(text)
        default: throw token.refused(Self.expected(property))
        }
    }

    private static func expected(_ property: VariantProperty) -> String {
        switch property {
        case .videoRange: "SDR, HLG or PQ"
        case .codecTypes: "a codec such as avc1 or dvh1"
        case .formatIDs: "a format such as aac, ec-3 or alac"
        case .size: "a size such as 1920x1080"
        case .isBinaural: "true or false"
        default: "a number"
        }
    }
}
