/// What a slate shows: the picture that stands in while there is nothing to be seen of the screen.
public struct SlateDesign {
    /// In the middle, wrapped where it is too wide; empty for none. Line breaks are kept.
    public var text: String
    /// Behind the text, and around and behind a picture that does not cover the canvas.
    public var colour: PixelColour
    /// Fitted on the canvas, keeping its shape; `nil` for none.
    public var still: StillFrame?

    public init(text: String, colour: PixelColour, still: StillFrame? = nil) { (self.text, self.colour, self.still) = (text, colour, still) }
}
