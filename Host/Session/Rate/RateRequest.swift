/// What the control plane asks of the picture's bit rate: the user's latest word.
public struct RateRequest: Hashable, Sendable {
    /// In bits a second: never exceeded from now on; without adaptation, the bit rate itself.
    public var ceiling: Int
    /// `nil` keeps the floor, as far as the ceiling lets it.
    public var floor: Int?

    public init(ceiling: Int, floor: Int? = nil) { (self.ceiling, self.floor) = (ceiling, floor) }
}
