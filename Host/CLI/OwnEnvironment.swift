import Platform

/// The variables that this program was started with.
enum OwnEnvironment {
    static var all: [String: String] {
        let pairs = Launch.wholeEnvironment().compactMap { text in
            text.firstIndex(of: "=").map { (String(text[..<$0]), String(text[text.index(after: $0)...])) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
