/// Lets `-6dB` stand in commands about audio where a value is expected, `-100,-50` in those about layers, and `-1` behind any option, so that it
/// is the value that is refused: the parser would read each as an option. It is passed on with a real minus sign (U+2212).
enum NegativeValues {
    static func marked(_ words: [String]) -> [String] {
        let isAnywhere = ["audio", "music", "layer"].contains(words.first)
        // What stands behind a backend's name is its agent's.
        guard isAnywhere || !["swap", "request-agent", "conformance"].contains(words.first) else { return words }
        return words.indices.map { index in
            let word = words[index]
            guard isAnywhere || index > 0 && words[index - 1].hasPrefix("--") else { return word }
            guard word.hasPrefix("-"), let next = word.dropFirst().first, next.isASCII, next.isNumber || next == "." else { return word }
            return "\u{2212}" + word.dropFirst()
        }
    }

    static func plain(_ word: String) -> String { word.hasPrefix("\u{2212}") ? "-" + word.dropFirst() : word }
}
