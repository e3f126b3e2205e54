import Glibc

/// A file that goes with its owner.
final class TemporaryFile {
    let path: String

    struct Failure: Error {}

    convenience init(_ text: String) throws { try self.init(bytes: Array(text.utf8)) }

    init(bytes: [UInt8]) throws {
        var name = Array("/tmp/splitcast-test-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw Failure() }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure() }
        close(descriptor)
    }

    var text: String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    deinit { unlink(path) }
}
