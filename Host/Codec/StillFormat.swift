/// The kinds of picture files that are written.
public enum StillFormat: String, Hashable, Sendable, CaseIterable {
    case png, jpeg

    /// Of a file's name.
    public var ending: String { self == .png ? "png" : "jpg" }

    /// By the ending of a file's name, in capital letters or not; `nil` for any other.
    public init?(ofFile path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        default: return nil
        }
    }
}
