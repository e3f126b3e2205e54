extension OptionText {
    /// What `on` means.
    static let usualDuckingDecibels = 12.0

    /// By how many decibels others are lowered while someone speaks, of "on", "off" or "12dB"; `nil` for off.
    static func ducking(_ option: String, _ text: String) throws(CommandFailure) -> Double? {
        switch text {
        case "on": return usualDuckingDecibels
        case "off": return nil
        default:
            let digits = text.lowercased().hasSuffix("db") ? String(text.dropLast(2)) : text
            guard let decibels = Double(digits), (1...40).contains(decibels) else {
                throw wrong(option, text, "give on, off, or 1dB to 40dB")
            }
            return decibels
        }
    }
}
