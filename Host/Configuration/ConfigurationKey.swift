/// An option of a broadcast as configuration knows it: `bitrate` for `--bitrate`.
public struct ConfigurationKey: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// `true` or `false`: the option alone, or nothing.
        case flag
        /// The same with `--no-NAME` for `false`.
        case reversibleFlag
        case value
        /// A value, or `true`: the option alone.
        case optionalValue
        /// Any number of values, each given as often as the option.
        case list
    }

    public let name: String
    public let kind: Kind
    /// The heading of help that it stands under.
    public let section: String
    public let help: String
    /// Its values are of the form `NAME=VALUE`: a file may have them as a mapping.
    public let takesPairs: Bool

    public init(name: String, kind: Kind, section: String, help: String, takesPairs: Bool = false) {
        (self.name, self.kind, self.section, self.help, self.takesPairs) = (name, kind, section, help, takesPairs)
    }

    /// What sets it in the environment: `SPLITCAST_MIN_BITRATE`.
    public var variable: String { "SPLITCAST_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }
}
