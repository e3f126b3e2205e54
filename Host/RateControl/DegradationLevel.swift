public import Platform

/// What is sent of the picture: the degradation levels that a stream goes down where the link does not even carry the floor.
public enum DegradationLevel: Sendable, Hashable {
    case full
    /// At most that many frames a second.
    case lessFrames(FrameRate)
    /// The picture's sides at that share of their size, from the next key frame on; frames as on the degradation level above.
    case lowerSize(percent: Int)
    /// A still that says so.
    case poorPicture
    case soundAlone
}

extension DegradationLevel: CustomStringConvertible {
    /// For people.
    public var description: String {
        switch self {
        case .full: "everything"
        case .lessFrames(let rate): "at most \(rate) frames a second"
        case .lowerSize(let percent): "a picture at \(percent) % of its size"
        case .poorPicture: "a still picture"
        case .soundAlone: "audio alone"
        }
    }
}

extension DegradationLevel {
    /// Whether viewers get less than on the other one.
    public func isBelow(_ other: DegradationLevel) -> Bool { rank > other.rank }

    private var rank: Int {
        switch self {
        case .full: 0
        case .lessFrames(let rate): 1000 - Int(clamping: rate.perSecond)
        case .lowerSize(let percent): 2000 - percent
        case .poorPicture: 3000
        case .soundAlone: 4000
        }
    }

    /// As `status` shows it.
    public var word: String {
        switch self {
        case .full: "full"
        case .lessFrames: "lessFrames"
        case .lowerSize: "lowerSize"
        case .poorPicture: "poorPicture"
        case .soundAlone: "soundAlone"
        }
    }
}
