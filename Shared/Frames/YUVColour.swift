/// What the numbers of a YUV picture mean: never guessed by the host, always said by the agent.
public struct YUVColour: Hashable, Sendable {
    /// How luma and chroma were made of red, green and blue. Raw values travel on the wire and never change.
    public enum Matrix: UInt8, Sendable, CaseIterable {
        /// Standard definition, JPEG, most webcams.
        case bt601 = 1
        /// High definition.
        case bt709 = 2
        /// Ultra high definition, non-constant luminance.
        case bt2020 = 3
    }

    /// Which bytes are black, white and full colour. Raw values travel on the wire and never change.
    public enum Range: UInt8, Sendable, CaseIterable {
        /// Luma 16...235, chroma 16...240.
        case limited = 1
        /// 0...255.
        case full = 2
    }

    public var matrix: Matrix
    public var range: Range

    public init(matrix: Matrix, range: Range) { (self.matrix, self.range) = (matrix, range) }

    /// BT.709, limited range: what the host's canvas has, so that nothing is converted.
    public static let canvas = YUVColour(matrix: .bt709, range: .limited)
}
