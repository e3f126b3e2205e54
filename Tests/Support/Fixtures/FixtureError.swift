/// What went wrong in a test fixture: not the product's fault, or at least not shown to be.
public struct FixtureError: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
