/// From a floating-point number to an integer, for numbers that come from outside: what a file, a server or a user claims may be
/// anything, and the plain conversion ends the process at what does not fit.
extension FixedWidthInteger {
    /// The whole part, or the nearest that there is of it; 0 for what is no number.
    @inlinable public init(clamping number: Double) {
        let whole = number.rounded(.towardZero)
        self = Self(exactly: whole) ?? (whole > 0 ? .max : whole < 0 ? .min : 0)
    }

    @inlinable public init(clamping number: Float) { self.init(clamping: Double(number)) }
}
