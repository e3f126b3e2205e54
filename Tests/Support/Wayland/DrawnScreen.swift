public import ServerFixtures

/// A screen on which a `Stimulus` can draw.
public protocol DrawnScreen: Sendable {
    /// The environment changes of a program that is to draw here.
    var environment: [String: String?] { get }
}

extension XvfbServer: DrawnScreen {}
