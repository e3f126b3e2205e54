import Glibc
import Platform

/// What the kernel says of a process (proc(5)); a figure is 0 where it cannot be read.
struct ProcessFigures: Hashable, Sendable {
    var anonymousKiB = 0
    /// Of shared memory, such as frame memory: what is mapped.
    var sharedKiB = 0
    var threads = 0
    var descriptors = 0
    /// Used so far, of all its threads.
    var processorTime = Duration.zero

    init() {}

    init(of pid: Int32) {
        for line in text(ofFile: "/proc/\(pid)/status").split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == ":" }
            guard words.count > 1, let number = Int(words[1]) else { continue }
            if words[0] == "RssAnon" { anonymousKiB = number }
            if words[0] == "RssShmem" { sharedKiB = number }
            if words[0] == "Threads" { threads = number }
        }
        descriptors = fileNames(in: "/proc/\(pid)/fd").count
        // The name, in parentheses, may hold anything; fields are counted from behind it: utime and stime are the 12th and 13th.
        let fields = text(ofFile: "/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        if fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) {
            processorTime = .seconds(Double(user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
        }
    }
}

/// The start of a small file, 16 KiB at most; empty when it cannot be read.
func text(ofFile path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
}
