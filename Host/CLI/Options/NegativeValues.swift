/// Lets `-6dB` stand in commands about audio where a value is expected: the parser would read it as an option. It is passed on
/// with a real minus sign (U+2212).
enum NegativeValues {
    static func marked(_ words: [String]) -> [String] {
        guard ["audio", "music"].contains(words.first) else { return words }
        return words.map { word in
            guard word.hasPrefix("-"), let next = word.dropFirst().first, next.isASCII, next.isNumber || next == "." else { return word }
            return "\u{2212}" + word.dropFirst()
        }
    }

    static func plain(_ word: String) -> String { word.hasPrefix("\u{2212}") ? "-" + word.dropFirst() : word }
}
