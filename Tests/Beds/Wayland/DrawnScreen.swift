/// A screen on which a `Pump` can draw.
public protocol DrawnScreen: Sendable {
    /// The environment changes of a program that is to draw here.
    var environment: [String: String?] { get }
}

extension XvfbBed: DrawnScreen {}
