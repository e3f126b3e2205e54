/// The straight line through points, by least squares.
public struct Trend: Hashable, Sendable {
    /// Of `y`, for each 1 of `x`.
    public let slope: Double
    /// `y` at an `x` of 0.
    public let origin: Double

    /// Level through the mean of all where the points have one `x`, and 0 without points.
    public init(_ points: [(x: Double, y: Double)]) {
        let count = Double(max(1, points.count))
        let (middle, height) = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
        let spread = points.reduce(0) { $0 + ($1.x - middle) * ($1.x - middle) }
        slope = spread > 0 ? points.reduce(0) { $0 + ($1.x - middle) * ($1.y - height) } / spread : 0
        origin = height - slope * middle
    }

    /// The median of the slopes between any two points (Theil and Sen): up to a quarter of all points may lie anywhere.
    public static func robustSlope(_ points: [(x: Double, y: Double)]) -> Double {
        var slopes: [Double] = []
        for (index, one) in points.enumerated() {
            for other in points[(index + 1)...] where other.x != one.x { slopes.append((other.y - one.y) / (other.x - one.x)) }
        }
        slopes.sort()
        return slopes.isEmpty ? 0 : slopes[slopes.count / 2]
    }
}
