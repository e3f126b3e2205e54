/// A line of words, as a shell has them: quotation marks of either kind keep blanks within a word.
enum QuotedText {
    /// `nil` where a quotation mark stands alone.
    static func split(_ text: String) -> [String]? {
        var (words, word, mark): ([String], String?, Character?) = ([], nil, nil)
        for character in text {
            if let open = mark {
                if character == open { mark = nil } else { word = (word ?? "") + String(character) }
            } else if character == "\"" || character == "'" {
                (mark, word) = (character, word ?? "")
            } else if character == " " {
                if let whole = word.take() { words.append(whole) }
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return mark == nil ? words : nil
    }
}
