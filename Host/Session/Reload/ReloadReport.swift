/// What came of reading the configuration file again, key by key.
public struct ReloadReport: Codable, Hashable, Sendable {
    public enum Outcome: String, Codable, Hashable, Sendable {
        /// The broadcast is so from now on.
        case applied
        /// It stays as it was; the next start has it.
        case restart
        /// It was tried and refused; nothing of it has changed.
        case refused
    }

    public struct Change: Codable, Hashable, Sendable {
        /// As it stands in the file.
        public var key: String
        public var outcome: Outcome
        /// What was done, or why not. Keys and passwords are masked.
        public var message: String

        public init(_ key: String, _ outcome: Outcome, _ message: String) { (self.key, self.outcome, self.message) = (key, outcome, message) }
    }

    /// The file that was read; empty where there is none.
    public var file: String
    /// In the order of the options; empty where nothing differs.
    public var changes: [Change]

    public init(file: String, changes: [Change]) { (self.file, self.changes) = (file, changes) }
}
