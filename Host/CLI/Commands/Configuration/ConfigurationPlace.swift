import Configuration
import Glibc
import Platform

/// Where the configuration file lies: as `--config` or `$SPLITCAST_CONFIG` say, else `splitcast/config.yaml` in the user's configuration
/// directory (XDG Base Directory Specification).
struct ConfigurationPlace {
    /// `nil` for none.
    let path: String?
    /// Somebody named it: that it is not there is a mistake.
    let isNamed: Bool

    init(option: String?, environment: [String: String]) {
        let named = option ?? environment["SPLITCAST_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        isNamed = named != nil && named != "none"
        path = named == "none" ? nil : named ?? Self.usual(environment)
    }

    static func usual(_ environment: [String: String]) -> String? {
        let directory = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? environment["HOME"].map { $0 + "/.config" }
        return directory.map { $0 + "/splitcast/config.yaml" }
    }

    var exists: Bool { path.map { access($0, F_OK) == 0 } ?? false }

    /// - Throws: `ConfigurationError` when it is named and cannot be read, or when what it holds is wrong.
    func file(_ keys: ConfigurationKeys) throws(ConfigurationError) -> ConfigurationFile {
        guard let path, isNamed || exists else { return .none }
        guard let file = fopen(path, "re") else {
            throw ConfigurationError(
                .unreadable, "\(path): cannot be read (\(String(cString: strerror(errno)))): give a configuration file, or --config none")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 257 * 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else { throw ConfigurationError(.unreadable, "\(path): cannot be read: it is not a file") }
        guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
            throw ConfigurationError(.malformed, "\(path): is not text in UTF-8")
        }
        return try ConfigurationFile(text, path: path, keys: keys)
    }
}
