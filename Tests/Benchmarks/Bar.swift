/// A figure beside what it is held to.
struct Bar {
    let words: String
    let value: String
    let isMet: Bool

    /// The bars of a part of the report, a line each.
    static func list(_ bars: [Bar]) -> String {
        bars.map { "- \($0.isMet ? "met" : "**missed**"): \($0.words): \($0.value)." }.joined(separator: "\n")
    }
}
