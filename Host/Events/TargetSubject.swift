/// The target that something is told of.
package struct TargetSubject: Hashable, Sendable {
    package let id: Int
    /// Without its secrets.
    package let maskedURL: String
    /// Whether it is the page's own.
    package let isPage: Bool
    /// What it is of the page's ladder; `nil` for what is the page by itself.
    package let rendition: String?

    package init(id: Int, maskedURL: String, isPage: Bool = false, rendition: String? = nil) {
        (self.id, self.maskedURL, self.isPage, self.rendition) = (id, maskedURL, isPage, isPage ? rendition : nil)
    }

    var text: String { isPage ? rendition.map { "page (\($0))" } ?? "page" : "target \(id) (\(maskedURL))" }
}
