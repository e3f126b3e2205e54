/// A piece of a predicate's text, with its column, from 1.
struct PredicateToken: Hashable {
    enum Kind: Hashable {
        case word(String)
        case number(Double)
        case quoted(String)
        case sizeText(PresentationSize)
        /// `==`, `!=`, `<`, `<=`, `>`, `>=`, `&&`, `||`, `!`, `(`, `)`, `{`, `}`, `,`, `:`
        case sign(String)
        case end
    }

    let kind: Kind
    let column: Int

    /// Words are read whatever their case.
    func isWord(_ word: String) -> Bool {
        if case .word(let text) = kind { text.uppercased() == word } else { false }
    }

    func isSign(_ signs: String...) -> Bool {
        if case .sign(let text) = kind { signs.contains(text) } else { false }
    }

    /// For messages.
    var text: String {
        switch kind {
        case .word(let text), .sign(let text): "'\(Quoted.text(text))'"
        case .number(let number): "'\(NumberText.text(number))'"
        case .quoted(let text): "'\"\(Quoted.text(text))\"'"
        case .sizeText(let size): "'\(size)'"
        case .end: "the end"
        }
    }

    /// - Parameter expected: what could stand there.
    func refused(_ expected: String) -> HLSError { .predicate(column, "\(expected) could stand here, not \(text)") }
}

extension HLSError {
    static func predicate(_ column: Int, _ text: String) -> HLSError { HLSError(.badPredicate, "column \(column): \(text)") }
}
