import Glibc
import Platform

/// The X displays of this machine, as their sockets show them.
enum DisplaySockets {
    private static let directory = "/tmp/.X11-unix"

    /// ":0", ":1", … in ascending order; a socket may outlive its server.
    static func names() -> [String] {
        let numbers = fileNames(in: directory).compactMap { $0.first == "X" ? Int($0.dropFirst()) : nil }
        return numbers.sorted().map { ":\($0)" }
    }

    /// `$DISPLAY`, `nil` when unset or empty.
    static var ownDisplay: String? {
        guard let set = getenv("DISPLAY"), set.pointee != 0 else { return nil }
        return String(cString: set)
    }

    /// Whether a server listens there, in the file system or in Linux's abstract names.
    static func accepts(_ number: Int32) -> Bool {
        let path = Array("\(directory)/X\(number)".utf8)
        return connects(path) || connects([0] + path)
    }

    private static func connects(_ path: [UInt8]) -> Bool {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) == 0 }
        }
    }
}
