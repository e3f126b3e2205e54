import Platform

/// Numbers as people read them.
enum Figure {
    static func fixed(_ value: Double, _ digits: Int = 1) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "–" }
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        let scaled = Int64(clamping: (abs(value) * factor).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return sign + "\(scaled)" }
        let fraction = String(scaled % Int64(factor))
        return sign + "\(scaled / Int64(factor))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    static func rate(_ bitsPerSecond: Double) -> String {
        bitsPerSecond >= 9_999_500 ? fixed(bitsPerSecond / 1e6) + " Mb/s" : fixed(bitsPerSecond / 1e3, 0) + " kb/s"
    }

    static func bytes(_ count: UInt64) -> String {
        switch count {
        case 1_000_000_000...: fixed(Double(count) / 1e9, 2) + " GB"
        case 1_000_000...: fixed(Double(count) / 1e6) + " MB"
        default: fixed(Double(count) / 1e3, 0) + " kB"
        }
    }

    /// 0:01:05.
    static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "–" }
        let whole = Int(clamping: seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
