/// How many pictures of a clip are kept, so that it consists of whole GOPs. A value.
public struct GOPPlan: Hashable, Sendable {
    /// Of those that were given, the first so many.
    public let kept: Int
    /// The last of them, so many times more.
    public let repeats: Int

    /// A positive multiple of the GOP's length.
    public var total: Int { kept + repeats }
}

/// Rounds a clip to whole GOPs: less than one is filled up by repeating the last picture, whatever `trim` says; otherwise `trim` leaves out what
/// exceeds the last whole one, and without it that is filled up.
///
/// - Parameters:
///   - count: of pictures.
///   - gop: pictures in a GOP.
/// - Returns: `nil` unless both are above 0.
public func gopPlan(_ count: Int, _ gop: Int, trim: Bool) -> GOPPlan? {
    guard count > 0, gop > 0 else { return nil }
    let rest = count % gop
    if rest == 0 { return GOPPlan(kept: count, repeats: 0) }
    return trim && count > gop ? GOPPlan(kept: count - rest, repeats: 0) : GOPPlan(kept: count, repeats: gop - rest)
}
