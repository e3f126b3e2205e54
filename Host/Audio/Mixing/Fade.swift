/// The one shape of every fade: a cubic with level ends, which has no corner to click.
public enum Fade {
    /// 0 at 0, 1 at 1, level at both.
    public static func smooth(_ x: Float) -> Float { x * x * (3 - 2 * x) }

    /// Weight of what goes away, at sample frame `index` of `count`: from just below 1 to 0.
    public static func down(_ index: Int, of count: Int) -> Float { 1 - smooth(Float(index + 1) / Float(count)) }
}
