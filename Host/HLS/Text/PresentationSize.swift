/// A picture's size in pixels, as `1920x1080`.
public struct PresentationSize: Hashable, Sendable, CustomStringConvertible {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// `nil` for anything but two whole numbers with an x between them.
    public init?(_ text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = NumberText.integer(parts[0].utf8), let height = NumberText.integer(parts[1].utf8), width > 0, height > 0
        else { return nil }
        self.init(width: width, height: height)
    }

    public var description: String { "\(width)x\(height)" }
}
