/// What is sent of the picture: the stairs that a stream goes down where the line does not even carry the floor.
public enum StreamStair: Sendable, Hashable {
    case full
    /// At most that many frames a second.
    case lessFrames(Int)
    /// The picture's sides at that share of their size, from the next key frame on; frames as on the stair above.
    case lowerSize(percent: Int)
    /// A still that says so.
    case poorPicture
    case soundAlone
}

extension StreamStair: CustomStringConvertible {
    /// For people.
    public var description: String {
        switch self {
        case .full: "everything"
        case .lessFrames(let count): "at most \(count) frames a second"
        case .lowerSize(let percent): "a picture at \(percent) % of its size"
        case .poorPicture: "a still picture"
        case .soundAlone: "sound alone"
        }
    }
}
