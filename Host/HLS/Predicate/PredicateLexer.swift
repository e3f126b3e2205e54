/// Cuts a predicate's text into pieces.
enum PredicateLexer {
    static let longest = 4096
    private static let signs = ["==", "!=", "<=", ">=", "=<", "=>", "<>", "&&", "||", "=", "<", ">", "!", "(", ")", "{", "}", ",", ":"]
    /// Other spellings, which the reference takes too.
    private static let spellings = ["=": "==", "=<": "<=", "=>": ">=", "<>": "!="]

    static func tokens(of text: String) throws(HLSError) -> [PredicateToken] {
        let letters = Array(text)
        guard letters.count <= longest else { throw .predicate(longest, "a predicate of more than \(longest) characters") }
        var (tokens, index): ([PredicateToken], Int) = ([], 0)
        while index < letters.count {
            let (letter, column) = (letters[index], index + 1)
            if letter.isWhitespace {
                index += 1
            } else if letter == "\"" || letter == "'" {
                guard let end = letters[(index + 1)...].firstIndex(of: letter) else {
                    throw .predicate(column, "this quotation mark has no other one behind it")
                }
                tokens.append(PredicateToken(kind: .quoted(String(letters[index + 1..<end])), column: column))
                index = end + 1
            } else if isOfWord(letter) {
                let word = letters[index...].prefix(while: isOfWord)
                tokens.append(PredicateToken(kind: try kind(ofWord: String(word), column), column: column))
                index = word.endIndex
            } else if let sign = signs.first(where: { letters[index...].starts(with: $0) }) {
                tokens.append(PredicateToken(kind: .sign(spellings[sign] ?? sign), column: column))
                index += sign.count
            } else {
                throw .predicate(
                    column, "'\(Quoted.text(String(letter)))' has no meaning; properties, values, comparisons, && || ! and parentheses have")
            }
        }
        return tokens + [PredicateToken(kind: .end, column: letters.count + 1)]
    }

    private static func isOfWord(_ letter: Character) -> Bool { letter.isASCII && (letter.isLetter || letter.isNumber) || "._-".contains(letter) }

    /// `4K` is none, `1920x1080` a size, `ec-3` a word.
    private static func kind(ofWord word: String, _ column: Int) throws(HLSError) -> PredicateToken.Kind {
        if let size = PresentationSize(word) { return .sizeText(size) }
        if let number = NumberText.signed(word) { return .number(number) }
        guard word.first?.isNumber != true else {
            throw .predicate(column, "'\(Quoted.text(word))' is no number: a plain one such as 5000000 or 29.97 could stand here")
        }
        return .word(word)
    }
}
