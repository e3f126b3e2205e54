import Glibc
import Platform

/// Where the user of the host keeps what programs make: what a page in a browser cannot know (xdg-user-dirs).
public struct UserFolders: Codable, Hashable, Sendable {
    /// Absolute; they need not be there yet.
    public var recordings: String
    public var pictures: String

    public init(recordings: String, pictures: String) { (self.recordings, self.pictures) = (recordings, pictures) }

    /// Those of the environment: variables, then the file `user-dirs.dirs`, then what is usual.
    public static var own: UserFolders {
        let home = variable("HOME") ?? "/tmp"
        let file = lines(of: (variable("XDG_CONFIG_HOME") ?? home + "/.config") + "/user-dirs.dirs")
        func folder(_ name: String, _ usual: String) -> String { variable(name) ?? written(name, in: file, home) ?? home + "/" + usual }
        return UserFolders(recordings: folder("XDG_VIDEOS_DIR", "Videos"), pictures: folder("XDG_PICTURES_DIR", "Pictures"))
    }

    /// The folder for recordings need not be there before the first one: it is made, with those above it, where `file` stands right in it. Who writes
    /// there says why it could not be made.
    ///
    /// - Parameter file: a path, in which a percent sign may begin a part of the time.
    public func makeRecordings(for file: String) {
        let folder = Self.literal(recordings)
        guard file.hasPrefix(folder + "/"), !file.dropFirst(folder.count + 1).contains("/") else { return }
        try? makeFolders(recordings, mode: 0o755)  // who writes says so
    }

    /// A folder as it stands in the name of a recording, where a percent sign begins a part of the time.
    public static func literal(_ folder: String) -> String {
        folder.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    }

    /// A line such as `XDG_VIDEOS_DIR="$HOME/Videos"`.
    static func written(_ name: String, in lines: [Substring], _ home: String) -> String? {
        for line in lines.reversed() where line.hasPrefix(name + "=\"") && line.hasSuffix("\"") {
            let value = line.dropFirst(name.utf8.count + 2).dropLast()
            if value.hasPrefix("$HOME/"), value.count > "$HOME/".count { return home + value.dropFirst("$HOME".count) }
            if value.hasPrefix("/"), value.count > 1 { return String(value) }
        }
        return nil
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.hasPrefix("/") ? text : nil
    }

    private static func lines(of path: String) -> [Substring] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        let count = max(0, read(descriptor, &bytes, bytes.count))
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    }
}
