import Foundation

/// A directory of its own for one test, gone with the object.
public final class ScratchDirectory: Sendable {
    public let path: String

    public init() {
        path = NSTemporaryDirectory() + "/splitcast-test-" + UUID().uuidString
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch { fatalError("\(error)") }
    }

    deinit {
        // try?: nothing is left to do about a directory that cannot be removed.
        try? FileManager.default.removeItem(atPath: path)  // gone is what it should be
    }

    public func file(_ name: String) -> String { path + "/" + name }

    public func names() -> [String] {
        // try?: a directory that is gone holds no files.
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []  // none yet
    }
}
