/// A number that a filter takes, as it is typed: `smooth=0.6`.
public enum FilterParameter: String, CaseIterable, Sendable {
    // The retouch set, and what is alike: how much, 0 to 1.
    case smooth, whiten, ruddy, sharpen, denoise
    case brightness, contrast, saturation, gamma
    // Of a key.
    case similarity, blend, spill

    /// Those that are a strength: what is outside of 0 to 1 is taken as the nearest.
    public var isClamped: Bool {
        switch self {
        case .smooth, .whiten, .ruddy, .sharpen, .denoise: true
        case .brightness, .contrast, .saturation, .gamma, .similarity, .blend, .spill: false
        }
    }

    public var range: ClosedRange<Double> {
        switch self {
        case .smooth, .whiten, .ruddy, .sharpen, .denoise, .blend, .spill: 0...1
        case .brightness: -1...1
        case .contrast, .saturation: 0...3
        case .gamma: 0.1...10
        case .similarity: 0.01...1
        }
    }

    /// What it is where it was not given: as if it were not there.
    public var neutral: Double {
        switch self {
        case .smooth, .whiten, .ruddy, .sharpen, .denoise, .brightness: 0
        case .contrast, .saturation, .gamma, .spill: 1
        case .similarity: 0.1
        case .blend: 0.05
        }
    }
}
