/// All that is said of one source's layer: what is `nil` of it is the canvas's.
public struct LayerSetting: Hashable, Sendable {
    public var choice: LayerChoice
    /// How close it is seen; `nil` for all of it.
    public var zoom: Zoom?

    public init(_ choice: LayerChoice, zoom: Zoom? = nil) { (self.choice, self.zoom) = (choice, zoom) }
}
