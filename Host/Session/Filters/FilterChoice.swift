public import AppGroup
public import Filters

/// A filter that a broadcast begins with.
public struct FilterChoice: Hashable, Sendable {
    public let source: SourceName
    public let settings: FilterSettings

    public init(_ source: SourceName, _ settings: FilterSettings) { (self.source, self.settings) = (source, settings) }
}
