public import Frames

/// One picture of a ladder.
public struct LadderRung: Hashable, Sendable {
    public enum Size: Hashable, Sendable {
        /// So high, and as wide as the picture's shape makes it.
        case lines(Int)
        case fixed(PixelSize)
    }

    public let size: Size
    /// In bits a second; `nil` for what the quality's table has for the size.
    public let bitRate: Int?

    public init(_ size: Size, bitRate: Int? = nil) { (self.size, self.bitRate) = (size, bitRate) }

    /// As users write it, without the bit rate.
    public var name: String {
        switch size {
        case .lines(let lines): "\(lines)p"
        case .fixed(let size): "\(size)"
        }
    }

    /// Made like any other encoding; its key frames are shown when those of the other rungs are.
    public var encoding: EncodingChoice {
        var choice = EncodingChoice("ladder-\(name)")
        switch size {
        case .lines(let lines): choice.lines = lines
        case .fixed(let size): choice.size = size
        }
        (choice.bitRate, choice.isAligned, choice.hasOwnBitRate) = (bitRate, true, true)
        return choice
    }
}
