import Glibc

/// Where a user's own units lie, and whether systemd is there to read them.
struct ServiceFolder {
    let path: String

    init(environment: [String: String]) throws(CommandFailure) {
        let configured = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let home = configured ?? environment["HOME"].map({ $0 + "/.config" }) else {
            throw CommandFailure(.failed, "there is no home directory for units: set HOME")
        }
        path = home + "/systemd/user"
    }

    /// - Throws: `CommandFailure` that says what to do instead where this machine has no systemd.
    static func requireSystemd(instead: String, at mark: String = "/run/systemd/system") throws(CommandFailure) {
        guard access(mark, F_OK) != 0 else { return }
        throw CommandFailure(.failed, "this machine is not run by systemd, which 'splitcast service' needs: \(instead)")
    }

    func write(_ unit: ServiceUnit) throws(CommandFailure) {
        let file = "\(path)/\(unit.name)"
        if let text = Self.text(of: file), !text.hasPrefix(ServiceUnit.mark) {
            throw CommandFailure(.failed, "\(file) was not made by 'splitcast service install': move it away, or use another --group")
        }
        try makeFolders()
        // Beside it, then in its place: a unit is there as a whole or not at all.
        let temporary = "\(file).new"
        guard let stream = fopen(temporary, "we") else { throw Self.failure(temporary) }
        let isWritten = fputs(unit.text, stream) >= 0
        guard fclose(stream) == 0, isWritten, rename(temporary, file) == 0 else {
            let failure = Self.failure(file)
            unlink(temporary)
            throw failure
        }
    }

    /// The names of ours for a group, the host's first.
    func units(of group: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            let isOfGroup = name == "splitcast-\(group).service" || name.hasPrefix("splitcast-\(group)-agent-") && name.hasSuffix(".service")
            if isOfGroup, Self.text(of: "\(path)/\(name)")?.hasPrefix(ServiceUnit.mark) == true { names.append(name) }
        }
        return names.sorted { ($0.count, $0) < ($1.count, $1) }
    }

    func remove(_ name: String) throws(CommandFailure) {
        guard unlink("\(path)/\(name)") == 0 else { throw Self.failure("\(path)/\(name)") }
    }

    private func makeFolders() throws(CommandFailure) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o755) == 0 || errno == EEXIST else { throw Self.failure(made) }
        }
    }

    private static func text(of path: String) -> String? {
        guard let stream = fopen(path, "re") else { return nil }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, stream)], as: UTF8.self)
    }

    private static func failure(_ path: String) -> CommandFailure { CommandFailure(.failed, "\(path): \(String(cString: strerror(errno)))") }
}
