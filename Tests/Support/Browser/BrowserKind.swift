/// The browsers that pages are tried in.
public enum BrowserKind: CaseIterable, Sendable {
    case chromium, firefox

    /// A new one, which ends with the object that stands for it.
    public func start() throws -> any WebBrowser {
        switch self {
        case .chromium: try ChromiumBrowser()
        case .firefox: try FirefoxBrowser()
        }
    }
}
