import CaptureKit
import Glibc

/// An address that stands in a file, or comes through standard input: every user of the machine can read the arguments of a process.
enum AddressFile {
    private static let mostBytes = 64 * 1024

    /// What `@FILE` or `@-` leads to; any other text as it is. May wait for a person who types.
    ///
    /// Empty lines and lines that start with `#` say nothing.
    /// - Throws: `.badOption`, in one line that names the file.
    static func address(_ text: String) throws(CaptureError) -> String {
        guard text.utf8.first == UInt8(ascii: "@") else { return text }
        let path = String(text.dropFirst())
        let name = path == "-" ? "standard input" : "'\(path)'"
        let bytes = try bytes(of: path, named: name)
        let space: (UInt8) -> Bool = { $0 == 32 || $0 == 9 || $0 == 13 }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
            line.drop(while: space).reversed().drop(while: space).reversed()
        }.filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
        guard lines.count == 1 else {
            let found = lines.isEmpty ? "no address" : "\(lines.count) addresses"
            throw CaptureError(.badOption, "--url \(text): \(name) holds \(found); write one there")
        }
        return String(decoding: lines[0], as: UTF8.self)
    }

    private static func bytes(of path: String, named name: String) throws(CaptureError) -> [UInt8] {
        let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw CaptureError(.badOption, "--url @\(path): \(name) cannot be read: \(String(cString: strerror(errno)))") }
        defer { if descriptor != 0 { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            bytes += buffer[..<max(0, count)]
            guard count > 0, bytes.count <= mostBytes else {
                throw CaptureError(.badOption, "--url @\(path): \(name) cannot be read as a text with one address")
            }
        }
    }
}
