public import Platform

/// Where other programs find what viewers see.
public struct PreviewReport: Codable, Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// Of the memory.
    public let bytes: Int
    /// Pictures come for this long, and longer if it is asked for again.
    public let leaseSeconds: Double

    public init(width: Int, height: Int, bytes: Int, leaseSeconds: Double) {
        (self.width, self.height, self.bytes, self.leaseSeconds) = (width, height, bytes, leaseSeconds)
    }
}

/// The same with the memory itself.
public struct Preview: Sendable {
    public let report: PreviewReport
    public let descriptor: SharedDescriptor

    public init(report: PreviewReport, descriptor: SharedDescriptor) { (self.report, self.descriptor) = (report, descriptor) }
}
