public import AppGroup

/// One source beside the screen, as a user asks for it.
public struct SourceChoice: Sendable, Hashable {
    public let name: SourceName
    /// Which agent the host starts for it; `none` waits for one that others start with `--place NAME`.
    public let capture: SessionConfiguration.Capture

    /// - Parameter name: not `screen`, which is captured as the broadcast's own options say.
    public init(_ name: SourceName, _ capture: SessionConfiguration.Capture) { (self.name, self.capture) = (name, capture) }

    /// What is wrong with its name; `nil` when nothing is.
    public var problem: String? {
        if name == .screen { return "every broadcast has the source 'screen' already: give another name, such as cam" }
        return name.text == SnapshotRequest.canvas ? "the canvas is what all sources are shown on: give another name, such as cam" : nil
    }
}
