/// What a property is compared with.
enum PredicateValue: Hashable, Sendable {
    case number(Double)
    /// Whatever the case of its letters.
    case word(String)
    case size(PresentationSize)
    case yesOrNo(Bool)

    /// Frame rates have three decimal places: 29.97 is 29.970.
    private static let tolerance = 0.0005

    func equals(_ other: PredicateValue) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): abs(left - right) < Self.tolerance
        case (.word(let left), .word(let right)): Self.plain(left) == Self.plain(right)
        case (.size(let left), .size(let right)): left == right
        case (.yesOrNo(let left), .yesOrNo(let right)): left == right
        default: false
        }
    }

    /// Sizes are compared by their pixels, video ranges not at all.
    func isLess(than other: PredicateValue) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): left < right && !equals(other)
        case (.size(let left), .size(let right)):
            left.width.multipliedReportingOverflow(by: left.height).partialValue
                < right.width.multipliedReportingOverflow(by: right.height).partialValue
        default: false
        }
    }

    private static func plain(_ text: String) -> String { String(text.lowercased().prefix { $0 != " " }) }
}
