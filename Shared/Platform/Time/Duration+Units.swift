extension Duration {
    /// Whole nanoseconds, rounded towards zero; saturates at ±292 years.
    public var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carried ? (seconds < 0 ? .min : .max) : sum
    }

    /// Seconds as a floating-point number, for ratios and display.
    public var inSeconds: Double { Double(inNanoseconds) / 1e9 }

    /// Milliseconds as a floating-point number, for display.
    public var inMilliseconds: Double { Double(inNanoseconds) / 1e6 }
}
