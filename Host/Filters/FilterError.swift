public import Platform

public typealias FilterError = Fault<FilterErrorCode>

/// Why there is no such filter: one line that names the wrong thing and the right form.
public enum FilterErrorCode: String, Hashable, Sendable {
    /// A setting, or the file that it names, makes no sense.
    case badSetting
    /// What it needs is not installed, or does not work here.
    case system
}
