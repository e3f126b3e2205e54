import Glibc
public import Platform

/// Where a user's scenes are kept: a file each, `NAME.json`, in `$XDG_CONFIG_HOME/splitcast/scenes` (mode 0700, files 0600, replaced as a
/// whole). Any thread; each call waits for the disk.
public struct SceneStore: Hashable, Sendable {
    /// One of those that there are.
    public struct Listing: Codable, Hashable, Sendable {
        public var name: String
        public var file: String
        /// The sources that it shows or hides.
        public var sources: [String]
        public var overlays: Int
        /// The sources of the mix that it knows.
        public var audio: [String]
        /// Why it cannot be shown; empty where it can.
        public var problem: String

        public init(name: String, file: String, sources: [String] = [], overlays: Int = 0, audio: [String] = [], problem: String = "") {
            (self.name, self.file, self.sources) = (name, file, sources)
            (self.overlays, self.audio, self.problem) = (overlays, audio, problem)
        }
    }

    /// Of a file, far beyond the largest scene.
    static let mostBytes = 1 << 20

    /// An absolute path.
    public let folder: String

    public init(_ folder: String) { self.folder = folder }

    /// The one of the user whose environment this is; `nil` where that names no home.
    public static var usual: SceneStore? {
        let base =
            variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
        return base.map { SceneStore($0 + "/splitcast/scenes") }
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    public func path(of name: SceneName) -> String { "\(folder)/\(name).json" }

    /// - Throws: `badSetting` in one line that names the file and what is wrong with it.
    public func load(_ name: SceneName) throws(SessionError) -> Scene {
        let path = path(of: name)
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try read(path) } catch {
            guard error.number == ENOENT else {
                throw SessionError(.badSetting, "the scene \(path) cannot be read: \(Self.reason(of: error))", cause: error)
            }
            let names = names.map(\.text).joined(separator: ", ")
            throw SessionError(.badSetting, "there is no scene \"\(name)\" in \(folder): there is \(names.isEmpty ? "none" : names)", cause: error)
        }
        do throws(SessionError) { return try Scene(json: bytes) } catch {
            throw SessionError(.badSetting, "the scene \(path) cannot be used: \(error.message)", cause: error)
        }
    }

    /// In place of what has this name.
    ///
    /// - Throws: `failed` naming the file; what was there stays then.
    public func save(_ scene: Scene, as name: SceneName) throws(SessionError) {
        let path = path(of: name)
        do throws(SystemError) {
            try makeFolders(folder, mode: 0o700)
            let bytes = scene.json
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
            defer { copy.deallocate() }
            copy.copyBytes(from: bytes)
            var file = try NewFile(in: folder, bytes: UnsafeRawBufferPointer(copy))
            try file.replace(path)
        } catch { throw SessionError(.failed, "the scene cannot be written to \(path): \(error.reason)", cause: error) }
    }

    /// - Throws: `badSetting` where there is none of this name.
    public func remove(_ name: SceneName) throws(SessionError) {
        guard unlink(path(of: name)) != 0 else { return }
        let error = SystemError(operation: "unlink", number: errno)
        let reason = error.number == ENOENT ? "there is no scene \"\(name)\" in \(folder)" : "\(path(of: name)) cannot be removed: \(error.reason)"
        throw SessionError(.badSetting, reason, cause: error)
    }

    /// In the order of their names; those that cannot be used too.
    public func list() -> [Listing] {
        names.map { name in
            var listing = Listing(name: name.text, file: path(of: name))
            do throws(SessionError) {
                let scene = try load(name)
                (listing.sources, listing.overlays, listing.audio) = (
                    scene.layers.map(\.choice.source.text), scene.overlays.count, scene.audio.map(\.source)
                )
            } catch { listing.problem = error.message }
            return listing
        }
    }

    /// What else lies there is not looked at.
    private var names: [SceneName] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [SceneName] = []
        while let entry = readdir(entries) {
            let file = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            if file.hasSuffix(".json"), let name = SceneName(String(file.dropLast(5))) { names.append(name) }
        }
        return names.sorted()
    }

    // MARK: Files

    /// As of `read`.
    private static func reason(of error: SystemError) -> String {
        switch error.number {
        case EINVAL: "it is no regular file"
        case EFBIG: "it is larger than \(mostBytes >> 20) MiB"
        default: error.reason
        }
    }

    private func read(_ path: String) throws(SystemError) -> [UInt8] {
        // A pipe in its place would wait for ever.
        let descriptor = try systemCall("open") { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        defer { close(descriptor) }
        var facts = stat()
        try systemCall("fstat") { fstat(descriptor, &facts) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw SystemError(operation: "open", number: EINVAL) }
        guard facts.st_size <= Self.mostBytes else { throw SystemError(operation: "read", number: EFBIG) }
        var (bytes, count) = ([UInt8](repeating: 0, count: Self.mostBytes), 0)
        while count < bytes.count {
            let more = try systemCall("read") { bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count) } }
            if more == 0 { break }
            count += more
        }
        return Array(bytes[..<count])
    }
}
