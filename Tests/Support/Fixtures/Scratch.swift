import Foundation

/// A private directory (mode 0700) that goes away with its owner. Its path is short, since sockets lie in it.
public final class Scratch: Sendable {
    public let path: String
    /// Of every path of one.
    public static let prefix = "/tmp/sctest."

    /// Where no directory can be made, nothing can be tested.
    public init() {
        _ = Self.removeLeftovers
        var template = Array("\(Self.prefix)\(getpid()).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("mkdtemp: \(String(cString: strerror(errno)))") }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)  // no one is left to be told
    }

    /// What earlier test processes left that were killed: done once, before the first directory is made.
    private static let removeLeftovers: Void = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/tmp")  // then there are none
        for name in names ?? [] where name.hasPrefix("sctest.") {
            let parts = name.split(separator: ".")
            guard parts.count == 3, let owner = Int32(parts[1]), kill(owner, 0) != 0, errno == ESRCH else { continue }
            try? FileManager.default.removeItem(atPath: "/tmp/" + name)  // another user's stays
        }
    }()

    /// The path of `name` in this directory.
    public func file(_ name: String) -> String { path + "/" + name }

    /// What is in this directory, sorted.
    public func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []  // a directory that is gone holds no files
    }

    /// A directory in this one, made if need be.
    public func directory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return file(name)
    }

    public func write(_ text: String, to name: String) throws {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }
}

/// The text of a file, empty when there is none (yet).
public func textOfFile(_ path: String) -> String { String(decoding: bytesOfFile(path), as: UTF8.self) }

/// A file's bytes, none when there is none (yet). FileManager loses its buffer each time it reads an empty file, which those of /proc look like.
public func bytesOfFile(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
    while true {
        let count = read(descriptor, &part, part.count)
        guard count > 0 else { return bytes }
        bytes += part[..<count]
    }
}
