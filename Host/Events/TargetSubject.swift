/// The target that something is told of.
package struct TargetSubject: Hashable, Sendable {
    package let id: Int
    /// Without its secrets.
    package let maskedURL: String
    /// Whether it is the page's own.
    package let isPage: Bool

    package init(id: Int, maskedURL: String, isPage: Bool = false) { (self.id, self.maskedURL, self.isPage) = (id, maskedURL, isPage) }

    var text: String { isPage ? "page" : "target \(id) (\(maskedURL))" }
}
