import Platform

/// What became of a filter while pictures passed it.
public enum FilterEvent: Hashable, Sendable {
    /// Pictures pass it by from now on: it takes too long. How long is not known where it `isLonger` than what was waited for its program.
    case tooSlow(perPicture: Duration, share: Duration, isLonger: Bool = false)
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
    /// It is not started again: it ended too often, the last time so.
    case gaveUp(runs: Int, why: String)

    /// Why its program is not at work; empty where it is, or is none.
    public var trouble: String {
        switch self {
        case .ended(let why), .refused(let why), .gaveUp(_, let why): why
        case .silent(let span): "it has not answered for \(span.inSeconds) s"
        case .tooSlow, .failed, .back: ""
        }
    }
}
