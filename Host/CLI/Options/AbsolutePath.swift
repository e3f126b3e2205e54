import Delivery
import Glibc

/// Paths as a host takes them, which runs in another directory than those who ask.
enum AbsolutePath {
    /// - Parameter file: an address or a path that can be a target.
    static func of(_ file: String) -> String {
        guard !file.contains("://"), !file.hasPrefix("/") else { return file }
        if file.hasPrefix(TargetURL.folderPrefix) { return TargetURL.folderPrefix + of(plain: String(file.dropFirst(TargetURL.folderPrefix.count))) }
        return escaped(currentDirectory, for: file) + "/" + file
    }

    /// - Parameter path: one in which no character means anything else.
    static func of(plain path: String) -> String { path.hasPrefix("/") ? path : currentDirectory + "/" + path }

    /// In the name of a recording a percent sign begins a conversion; the directory means its own.
    private static func escaped(_ directory: String, for file: String) -> String {
        guard let url = try? TargetURL(parsing: file), url.firstFile(isSplit: false) != nil else { return directory }  // said before
        return directory.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    }

    private static var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }
}
