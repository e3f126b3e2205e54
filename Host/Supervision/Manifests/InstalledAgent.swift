import Glibc
import Platform

/// An agent that a manifest names, or a manifest that names none.
public struct InstalledAgent: Hashable, Sendable {
    /// Where the manifest lies.
    public let file: String
    /// `nil` where it cannot be read.
    public let manifest: AgentManifest?
    /// The absolute path of its program; `nil` where there is none.
    public let program: String?
    /// Why it cannot be started; `nil` where it can.
    public let problem: String?

    /// Where manifests lie, the strongest first: of two of one name the first counts.
    public static func folders(_ environment: [String: String]) -> [String] {
        let home = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? environment["HOME"].map { $0 + "/.local/share" }
        return ([home].compactMap(\.self) + ["/usr/local/share", "/usr/share"]).map { $0 + "/splitcast/agents" }
    }

    /// All that lie there, by folder and name.
    public static func all(in folders: [String]) -> [InstalledAgent] {
        var (found, known): ([InstalledAgent], [String: String]) = ([], [:])
        for folder in folders {
            for name in fileNames(in: folder).sorted() where name.hasSuffix(".json") {
                let agent = InstalledAgent(at: "\(folder)/\(name)", known: known)
                if let name = agent.manifest?.name, agent.problem == nil { known[name] = agent.file }
                found.append(agent)
            }
        }
        return found
    }

    /// Those that can be started, of this user.
    public static var usable: [InstalledAgent] { all(in: folders(ownEnvironment)).filter { $0.problem == nil } }

    private init(at path: String, known: [String: String]) {
        file = path
        do throws(ManifestProblem) {
            let manifest = try AgentManifest(try Self.bytes(of: path))
            self.manifest = manifest
            program = manifest.exec.hasPrefix("/") ? (access(manifest.exec, X_OK) == 0 ? manifest.exec : nil) : AgentCommandLine.find(manifest.exec)
            if program == nil {
                problem = "\(manifest.exec) is not there, or cannot be started"
            } else {
                problem = known[manifest.name].map { "\($0) has this name already, and counts" }
            }
        } catch { (manifest, program, problem) = (nil, nil, error.words) }
    }

    private static func bytes(of path: String) throws(ManifestProblem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw ManifestProblem("it cannot be read: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { throw ManifestProblem("it is no file") }
        guard facts.st_size <= AgentManifest.mostBytes else { throw ManifestProblem("it is longer than \(AgentManifest.mostBytes / 1024) KiB") }
        var bytes = [UInt8](repeating: 0, count: AgentManifest.mostBytes)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw ManifestProblem("it cannot be read: \(String(cString: strerror(errno)))") }
        return Array(bytes[..<count])
    }

    private static var ownEnvironment: [String: String] {
        var found: [String: String] = [:]
        for name in ["XDG_DATA_HOME", "HOME"] { if let value = getenv(name) { found[name] = String(cString: value) } }
        return found
    }
}
