import AppGroup

/// What a scene is called, as people type it; also the name of its file.
public struct SceneName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// What a name must be, for people.
    public static let form = SourceName.form

    public let text: String

    /// - Returns: `nil` unless it is 1...32 of a-z, 0-9, '-' and '_', and begins with a letter.
    public init?(_ text: String) {
        guard let name = SourceName(text) else { return nil }
        self.text = name.text
    }

    public var description: String { text }

    public static func < (one: SceneName, other: SceneName) -> Bool { one.text < other.text }
}
