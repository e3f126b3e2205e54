/// Which of a source's two channels go where.
public enum ChannelMap: UInt8, CaseIterable, Hashable, Sendable {
    case stereo
    /// The mean of both, on both sides.
    case mono
    /// The left channel on both sides: a microphone on one input of an interface.
    case left
    case right
    case swapped

    public var word: String {
        switch self {
        case .stereo: "stereo"
        case .mono: "mono"
        case .left: "left"
        case .right: "right"
        case .swapped: "swapped"
        }
    }

    /// What of left and right goes to the left side, and to the right side.
    var matrix: ChannelMatrix {
        switch self {
        case .stereo: ChannelMatrix(leftFromLeft: 1, leftFromRight: 0, rightFromLeft: 0, rightFromRight: 1)
        case .mono: ChannelMatrix(leftFromLeft: 0.5, leftFromRight: 0.5, rightFromLeft: 0.5, rightFromRight: 0.5)
        case .left: ChannelMatrix(leftFromLeft: 1, leftFromRight: 0, rightFromLeft: 1, rightFromRight: 0)
        case .right: ChannelMatrix(leftFromLeft: 0, leftFromRight: 1, rightFromLeft: 0, rightFromRight: 1)
        case .swapped: ChannelMatrix(leftFromLeft: 0, leftFromRight: 1, rightFromLeft: 1, rightFromRight: 0)
        }
    }
}
