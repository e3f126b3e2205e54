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
        return try ConfigurationFile(try text(), path: path, keys: keys)
    }

    /// What the file holds; empty where there is none.
    ///
    /// - Throws: `ConfigurationError` as `file`. A pipe or a device is refused, whose end might never come.
    func text() throws(ConfigurationError) -> String {
        guard let path, isNamed || exists else { return "" }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            throw ConfigurationError(
                .unreadable, "\(path): cannot be read (\(String(cString: strerror(errno)))): give a configuration file, or --config none")
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw ConfigurationError(
                .unreadable, "\(path): is no file but a directory, pipe or device: give a configuration file, or --config none")
        }
        var bytes = [UInt8](repeating: 0, count: 257 * 1024)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, $0.count - count) }
            guard more >= 0 || errno == EINTR else {
                throw ConfigurationError(.unreadable, "\(path): cannot be read: \(String(cString: strerror(errno)))")
            }
            if more == 0 { break }
            count += max(more, 0)
        }
        guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
            throw ConfigurationError(.malformed, "\(path): is not text in UTF-8")
        }
        return text
    }
}
