public import Platform

public typealias ConfigurationError = Fault<ConfigurationErrorCode>

public enum ConfigurationErrorCode: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable
    /// Not YAML, or not of the form that MANUAL.md describes. The message begins with `FILE:LINE:COLUMN`.
    case malformed
    /// A key that no option has, a value of the wrong kind, settings that inherit from themselves or from none.
    case badEntry
    /// `--use` or `inherit` names settings that there are not.
    case unknownSettings
}
