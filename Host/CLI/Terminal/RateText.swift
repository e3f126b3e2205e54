import Session

/// How the bit rate follows the line, for people.
enum RateText {
    /// What `splitcast set bitrate` answers; `nil` before there is a picture.
    static func limits(_ rate: SessionStatus.Rate?) -> String {
        guard let rate else { return "taken; it counts from the first picture on" }
        guard rate.isAdaptive else { return "\(Figure.rate(Double(rate.ceiling))), whatever the line carries (--no-adaptive)" }
        return "up to \(Figure.rate(Double(rate.ceiling))), and down to \(Figure.rate(Double(rate.floor)))"
    }

    /// The line of `splitcast status`.
    static func line(_ rate: SessionStatus.Rate) -> String {
        guard rate.isAdaptive else { return "\(Figure.rate(Double(rate.bitsPerSecond))), whatever the line carries" }
        var words =
            "\(Figure.rate(Double(rate.bitsPerSecond))) of \(Figure.rate(Double(rate.floor))) to \(Figure.rate(Double(rate.ceiling))) (\(rate.quality))"
        if let id = rate.governingTarget { words += ", following target \(id)" }
        switch rate.stair {
        case "lessFrames": words += "; for want of a line, \(rate.maxFps) fps at most"
        case "lowerSize": words += "; for want of a line, at \(rate.sizePercent) % of the size"
        case "poorPicture": words += "; for want of a line, a still"
        case "soundAlone": words += "; for want of a line, sound alone"
        default: break
        }
        return words
    }
}
