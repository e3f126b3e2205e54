import Session

/// How the bit rate follows the network, for people.
enum RateText {
    /// What `splitcast set bitrate` answers; `nil` before there is a picture.
    static func limits(_ rate: SessionStatus.Rate?) -> String {
        guard let rate else { return "accepted; it applies from the first picture on" }
        guard rate.isAdaptive else { return "\(Figure.rate(Double(rate.ceiling))), whatever the network carries (--no-adaptive)" }
        return "up to \(Figure.rate(Double(rate.ceiling))), and down to \(Figure.rate(Double(rate.floor)))"
    }

    /// The text in `splitcast status`.
    static func line(_ rate: SessionStatus.Rate) -> String {
        guard rate.isAdaptive else { return "\(Figure.rate(Double(rate.bitsPerSecond))), whatever the network carries" + effort(rate) }
        var text =
            "\(Figure.rate(Double(rate.bitsPerSecond))) of \(Figure.rate(Double(rate.floor)))"
            + " to \(Figure.rate(Double(rate.ceiling))) (\(rate.quality))"
        if let id = rate.governingTarget { text += ", following target \(id)" }
        switch rate.stair {
        case "lessFrames": text += "; the network is too slow: \(rate.maxFps) fps at most"
        case "lowerSize": text += "; the network is too slow: at \(rate.sizePercent) % of the size"
        case "poorPicture": text += "; the network is too slow: a still"
        case "soundAlone": text += "; the network is too slow: audio alone"
        default: break
        }
        return text + effort(rate)
    }

    private static func effort(_ rate: SessionStatus.Rate) -> String {
        rate.effort == rate.preset ? "" : "; this machine is too slow for \(rate.preset): encoding as \(rate.effort)"
    }
}
