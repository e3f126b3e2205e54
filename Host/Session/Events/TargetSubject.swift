/// The target that something is told of.
struct TargetSubject: Hashable, Sendable {
    let id: Int
    /// Without its secrets.
    let maskedURL: String
    /// Whether it is the page's own.
    var isPage = false

    var text: String { isPage ? "page" : "target \(id) (\(maskedURL))" }
}
