import Glibc
public import Platform

/// The talks that were fetched: a folder each, with a manifest. Each call is some file operations.
public struct TalkLibrary: Sendable {
    public let directory: String

    public init(directory: String) { self.directory = directory }

    /// `$XDG_DATA_HOME/splitcast`, else `~/.local/share/splitcast`; `nil` where there is neither.
    public static func standard() -> TalkLibrary? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let home = variable("XDG_DATA_HOME") ?? variable("HOME").map { $0 + "/.local/share" }
        return home.map { TalkLibrary(directory: $0 + "/splitcast") }
    }

    /// By title.
    public func talks() -> [Talk] {
        fileNames(in: directory).compactMap { Talk(folder: directory + "/" + $0) }
            .sorted { ($0.manifest.title, $0.name) < ($1.manifest.title, $1.name) }
    }

    /// By its title, or by its folder's name.
    ///
    /// - Throws: `.noTalk`, naming those that there are.
    public func talk(_ text: String) throws(DownloadError) -> Talk {
        let talks = talks()
        if let found = talks.first(where: { $0.name == text }) ?? talks.first(where: { $0.manifest.title == text }) { return found }
        let known = talks.isEmpty ? "none was fetched" : "there is " + talks.prefix(10).map { "'\($0.manifest.title)'" }.joined(separator: ", ")
        throw DownloadError(.noTalk, "there is no talk '\(text)': \(known)")
    }

    /// The folder of a talk that is to be fetched, made if need be.
    func folder(for title: String) throws(DownloadError) -> String {
        let path = directory + "/" + Self.name(for: title)
        for part in [directory, path] { try Self.make(part) }
        return path
    }

    /// Of a folder, with those above it. Its owner alone may read it.
    static func make(_ path: String) throws(DownloadError) {
        do throws(SystemError) {
            try systemCall("mkdir") { mkdir(path, 0o700) }
        } catch {
            if error.number == EEXIST { return }
            guard error.number == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw DownloadError(error, path) }
            try make(String(path[..<slash]))
            do throws(SystemError) { try systemCall("mkdir") { mkdir(path, 0o700) } } catch { throw DownloadError(error, path) }
        }
    }

    /// A title as a folder's name: letters and digits, hyphens for the rest.
    static func name(for title: String) -> String {
        var name = ""
        for letter in title.lowercased() {
            if letter.isLetter || letter.isNumber { name.append(letter) } else if !name.isEmpty, !name.hasSuffix("-") { name.append("-") }
            if name.utf8.count > 80 { break }
        }
        while name.hasSuffix("-") { name.removeLast() }
        return name.isEmpty ? "talk" : name
    }
}
