import Glibc

/// An sRGB colour, 8 bits each.
public struct PixelColour: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    static let white = PixelColour(red: 255, green: 255, blue: 255)
    static let nearlyBlack = PixelColour(red: 16, green: 16, blue: 16)

    /// WCAG 2's relative luminance, 0...1.
    var luminance: Double {
        func linear(_ value: UInt8) -> Double {
            let share = Double(value) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// What is best read on this colour, at a contrast of 4.4 or more whatever it is.
    var inkColour: PixelColour { 1.05 / (luminance + 0.05) >= (luminance + 0.05) / (Self.nearlyBlack.luminance + 0.05) ? .white : .nearlyBlack }
}
