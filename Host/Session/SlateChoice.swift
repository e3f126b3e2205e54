/// What viewers see when no agent has delivered for longer than the hold time.
public struct SlateChoice: Hashable, Sendable {
    /// An sRGB colour, 8 bits each.
    public struct Colour: Hashable, Sendable {
        public var red: UInt8
        public var green: UInt8
        public var blue: UInt8

        public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

        /// Reads `#RRGGBB`, with or without `#`; `nil` for anything else.
        public init?(word: String) {
            let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
            guard digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let value = UInt32(digits, radix: 16) else {
                return nil
            }
            self.init(
                red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8), blue: UInt8(truncatingIfNeeded: value))
        }

        /// As `init(word:)` reads it.
        public var word: String {
            "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// One line, in the middle; empty for none.
    public var text = "Back in a moment"
    /// Behind the text, and around a picture that does not fill the canvas.
    public var colour = Colour(red: 0x20, green: 0x28, blue: 0x34)
    /// A PNG or JPEG file that takes the place of colour and text; `nil` for none.
    public var picture: String?
    /// The same for viewers whose link carries no moving picture; `nil` for the above, with our own text.
    public var poorPicture: String?

    public init() {}
}
