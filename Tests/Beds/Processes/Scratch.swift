import Foundation

/// A private directory (mode 0700) that goes away with its owner. Its path is short, since sockets lie in it.
public final class Scratch: Sendable {
    public let path: String

    public init() throws {
        var template = Array("/tmp/scbed.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BedError("mkdtemp: \(String(cString: strerror(errno)))") }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)  // nobody is left to be told
    }

    /// The path of `name` in this directory.
    public func file(_ name: String) -> String { path + "/" + name }

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
public func textOfFile(_ path: String) -> String {
    guard let data = FileManager.default.contents(atPath: path) else { return "" }
    return String(decoding: data, as: UTF8.self)
}
