extension OptionText {
    /// Bytes on a disk, in units of 1000 as disks are sold, or of 1024 where the unit says so: `500MB`, `2GB`, `1.5GiB`.
    static func fileSize(_ option: String, _ text: String, _ range: ClosedRange<Int>) throws(CommandFailure) -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let unit: Double? =
            switch text[digits.endIndex...].lowercased() {
            case "kb": 1e3
            case "mb": 1e6
            case "gb": 1e9
            case "tb": 1e12
            case "kib": 1024
            case "mib": 1_048_576
            case "gib": 1_073_741_824
            default: nil
            }
        guard let unit, digits.first?.isNumber == true, let number = Double(digits) else {
            throw wrong(option, text, "give a size with its unit, such as 200MB or 2GB")
        }
        let bytes = (number * unit).rounded()
        guard bytes >= Double(range.lowerBound), bytes <= Double(range.upperBound) else {
            throw wrong(option, text, "must be from \(words(range.lowerBound)) to \(words(range.upperBound))")
        }
        return Int(bytes)
    }

    private static func words(_ bytes: Int) -> String {
        bytes >= 1_000_000_000_000 ? "\(bytes / 1_000_000_000_000)TB" : bytes >= 1_000_000 ? "\(bytes / 1_000_000)MB" : "\(bytes)"
    }
}
