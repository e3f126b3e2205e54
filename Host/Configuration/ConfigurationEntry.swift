/// One option with its values, and where they come from.
public struct ConfigurationEntry: Sendable, Hashable {
    /// From the weakest to the strongest.
    public enum Origin: Sendable, Hashable, CustomStringConvertible {
        /// Settings that come with the program, by their name.
        case builtIn(String)
        /// Line and column are counted from 1.
        case file(path: String, line: Int, column: Int)
        case environment(String)
        case commandLine

        public var description: String {
            switch self {
            case .builtIn(let name): "settings '\(name)'"
            case .file(let path, let line, _): "\(path):\(line)"
            case .environment(let name): "$\(name)"
            case .commandLine: "command line"
            }
        }
    }

    public let key: ConfigurationKey
    /// As they would be typed behind the option; for flags one, `true` or `false`. A list may be empty: nothing of weaker origin is left.
    public let values: [String]
    public let origin: Origin

    public init(key: ConfigurationKey, values: [String], origin: Origin) { (self.key, self.values, self.origin) = (key, values, origin) }

    /// What would be typed for it.
    public var arguments: [String] {
        switch key.kind {
        case .flag: values == ["true"] ? ["--\(key.name)"] : []
        case .reversibleFlag: values == ["true"] ? ["--\(key.name)"] : ["--no-\(key.name)"]
        // In two words: the parser takes no value behind a sign of equality for an option that may stand alone.
        case .optionalValue: values == ["false"] ? [] : values == ["true"] ? ["--\(key.name)"] : values.flatMap { ["--\(key.name)", $0] }
        // In one word: a value may begin with a hyphen.
        case .value, .list: values.map { "--\(key.name)=\($0)" }
        }
    }
}
