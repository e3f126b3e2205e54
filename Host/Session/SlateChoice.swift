/// What viewers see when no agent has delivered for longer than the hold time.
public struct SlateChoice: Hashable, Sendable {
    /// An sRGB colour, 8 bits each.
    public struct Colour: Hashable, Sendable {
        public var red: UInt8
        public var green: UInt8
        public var blue: UInt8

        public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }
    }

    /// One line, in the middle; empty for none.
    public var text = "Back in a moment"
    /// Behind the text, and around a picture that does not fill the canvas.
    public var colour = Colour(red: 0x20, green: 0x28, blue: 0x34)
    /// A PNG or JPEG file that takes the place of colour and text; `nil` for none.
    public var picture: String?

    public init() {}
}
