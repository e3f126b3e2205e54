import Glibc
import Platform

/// Which program is an agent, and what it is told.
public struct AgentCommandLine: Hashable, Sendable {
    /// Absolute path.
    public let program: String
    public let arguments: [String]
    /// What it reads from its standard input, in one line: every user of the machine can read its arguments. `nil` for nothing.
    public let input: String?

    /// A program of the user's own; its path absolute.
    public init(program: String, arguments: [String], input: String? = nil) {
        (self.program, self.arguments, self.input) = (program, arguments, input)
    }

    /// Finds `splitcast-capture-BACKEND` beside the running program, else in PATH; else the program that a manifest names so.
    /// The address that a media agent shows becomes its input.
    ///
    /// - Returns: `nil` when there is none: the caller says so.
    public init?(backend: String, arguments: [String]) {
        let named = { InstalledAgent.usable.first { $0.manifest?.name == backend }?.program }
        guard let found = Self.find(Self.prefix + backend) ?? named() else { return nil }
        program = found
        (self.arguments, input) = backend == "media" ? Self.withoutAddress(arguments) : (arguments, nil)
    }

    /// The value of `--url`, of which the last one counts, is replaced by the word for "from standard input". One that names a file is not
    /// secret, and stays.
    static func withoutAddress(_ arguments: [String]) -> (arguments: [String], address: String?) {
        let (name, fromInput) = ("--url", "@-")
        var (kept, address) = (arguments, String?.none)
        var isValue = false
        for index in kept.indices {
            let word = kept[index]
            let value = isValue ? word : word.hasPrefix(name + "=") ? String(word.dropFirst(name.utf8.count + 1)) : nil
            isValue = !isValue && word == name
            guard let value else { continue }
            address = value.hasPrefix("@") ? nil : value
            if address != nil { kept[index] = value == word ? fromInput : name + "=" + fromInput }
        }
        return (kept, address)
    }

    /// The backends for which there is a `splitcast-capture-BACKEND`, or a manifest, sorted.
    public static var installedBackends: [String] {
        let names = folders.flatMap { folder in fileNames(in: folder).filter { access("\(folder)/\($0)", X_OK) == 0 } }
        let own = names.filter { $0.hasPrefix(prefix) && !$0.contains(".") }.map { String($0.dropFirst(prefix.count)) }
        return Set(own + InstalledAgent.usable.compactMap { $0.manifest?.name }).sorted()
    }

    /// Where a program of ours lies: beside the running one, else in PATH.
    public static func find(_ name: String) -> String? { folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 } }

    private static let prefix = "splitcast-capture-"

    /// The folder of the running program; `nil` where /proc does not tell.
    public static var ownFolder: String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let own = String(decoding: buffer[0..<count], as: UTF8.self)
        return own.lastIndex(of: "/").map { String(own[..<$0]) }
    }

    private static var folders: [String] {
        var folders = ownFolder.map { [$0] } ?? []
        if let path = getenv("PATH") { folders += String(cString: path).split(separator: ":").map(String.init) }
        return folders
    }
}
