/// The colours of a picture with a sample for each pixel (4:4:4), beside those of its 2x2 blocks. Rows are as far apart as those of the luma.
///
/// Borrowed, as the view that has it.
public struct FullChroma: @unchecked Sendable {
    // @unchecked: as `I420View`.
    public let blue: UnsafeMutablePointer<UInt8>
    public let red: UnsafeMutablePointer<UInt8>

    public init(blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>) { (self.blue, self.red) = (blue, red) }

    /// From another sample on.
    func advanced(by offset: Int) -> FullChroma { FullChroma(blue: blue + offset, red: red + offset) }
}
