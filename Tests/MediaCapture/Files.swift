import Fixtures
import Glibc

func writeFile(_ path: String, _ bytes: [UInt8]) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    var done = 0
    while file >= 0, done < bytes.count {
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress! + done, bytes.count - done) }
        guard count > 0 else { break }
        done += count
    }
    guard file >= 0, done == bytes.count else { throw FixtureError("cannot write \(path)") }
}

func readFile(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FixtureError("cannot read \(path)") }
    defer { close(file) }
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
        let count = read(file, &buffer, buffer.count)
        guard count > 0 else { return bytes }
        bytes += buffer[..<count]
    }
}
