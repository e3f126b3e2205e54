import CXattr

/// An attribute of a file (xattr(7)).
enum FileAttribute {
    private static let mostBytes = 512

    /// False where the file system has none, and for what is no file.
    static func set(_ name: String, _ value: String, of descriptor: Int32) -> Bool {
        let bytes = Array(value.utf8)
        return fsetxattr(descriptor, name, bytes, bytes.count, 0) == 0
    }

    /// `nil` where there is none, or a longer one. Follows no link.
    static func value(_ name: String, of path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: mostBytes)
        let count = lgetxattr(path, name, &buffer, buffer.count)
        return count >= 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
