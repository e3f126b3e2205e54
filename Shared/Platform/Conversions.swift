/// From a floating-point number to an integer, and sums of integers, for numbers that come from outside: what a file, a server or a
/// user claims may be anything, and the plain conversion or sum ends the process at what does not fit.
extension FixedWidthInteger {
    /// The whole part, or the nearest that there is of it; 0 for what is no number.
    @inlinable public init(clamping number: Double) {
        let whole = number.rounded(.towardZero)
        self = Self(exactly: whole) ?? (whole > 0 ? .max : whole < 0 ? .min : 0)
    }

    /// The sum, or the nearest that there is.
    @inlinable public func addingClamped(_ other: Self) -> Self {
        let (sum, isTooFar) = addingReportingOverflow(other)
        return isTooFar ? (other > 0 ? .max : .min) : sum
    }

    @inlinable public init(clamping number: Float) { self.init(clamping: Double(number)) }
}
