import Glibc
import Platform

/// The kernel's small text files, as in /proc and /sys/fs/cgroup. Any thread.
enum KernelFile {
    /// The file's text, at most 64 KiB of it; `nil` when it cannot be read (any more).
    static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 64 * 1024 {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 { return nil }
            if count == 0 { break }
            bytes += buffer[0..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The one number that a file holds; `nil` when it holds another thing, such as `max`.
    static func number(_ path: String) -> Int? { text(path).flatMap { Int($0.prefix { $0 != "\n" }) } }

    /// Writes in one call, as these files want it.
    static func write(_ text: String, to path: String) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(operation: "opening \(path)", number: errno) }
        defer { close(descriptor) }
        var bytes = Array(text.utf8)
        guard Glibc.write(descriptor, &bytes, bytes.count) == bytes.count else {
            throw SystemError(operation: "writing '\(text)' to \(path)", number: errno)
        }
    }

    /// The number behind a word at the start of a line, with or without a colon: `anon 4096`, `VmPTE:    72 kB`.
    static func value(_ key: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") where line.hasPrefix(key) {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == ":" }
            if words.count > 1, words[0] == key { return Int(words[1]) }
        }
        return nil
    }
}
