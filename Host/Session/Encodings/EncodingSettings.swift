import Frames

/// What an encoding is: its own part, and the session's configuration with that applied.
struct EncodingSettings: Sendable {
    let choice: EncodingChoice
    let configuration: SessionConfiguration
    /// The size that the canvas gets with them; `nil` where it stays.
    var canvasSize: PixelSize?

    /// - Parameter configuration: the session's.
    init(_ choice: EncodingChoice, of configuration: SessionConfiguration) {
        (self.choice, self.configuration) = (choice, configuration.applying(choice))
    }
}
