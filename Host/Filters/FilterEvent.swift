import Platform

/// What became of a filter while pictures passed it.
public enum FilterEvent: Hashable, Sendable {
    /// Pictures pass it by from now on: it takes too long.
    case tooSlow(perPicture: Duration, share: Duration)
    /// Pictures pass it by: the library failed.
    case failed
    /// Pictures pass its program by until that is started again: how it ended.
    case ended(why: String)
    /// The same: it has not answered.
    case silent(for: Duration)
    /// Its program is at work again.
    case back
    /// It is not started again: it does not keep to the protocol.
    case refused(why: String)
    /// It is not started again: it ended too often.
    case gaveUp(runs: Int)
}
