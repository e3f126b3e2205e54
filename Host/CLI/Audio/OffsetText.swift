/// How much later a source is heard, as it is typed.
enum OffsetText {
    /// To the millisecond.
    static func of(_ milliseconds: Double) -> String { (milliseconds > 0 ? "+" : "") + Figure.fixed(milliseconds, 0) + "ms" }
}
