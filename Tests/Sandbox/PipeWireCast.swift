import Fixtures
import Foundation
import Glibc
import Platform
import ServerFixtures

/// A node on a test server's PipeWire, as a portal hands it out: its number, and a connection on which it can be seen.
struct PipeWireCast {
    let node: UInt32
    /// Where that PipeWire listens.
    private let directory: String

    init(_ node: UInt32, on server: AudioFixture) {
        self.node = node
        directory = (server.serverEnvironment["XDG_RUNTIME_DIR"] ?? nil) ?? ""
    }

    /// A fresh connection.
    func connect() throws -> OwnedDescriptor {
        let connection = OwnedDescriptor(taking: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array((directory + "/pipewire-0").utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.prefix($0.count - 1)) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(connection.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw FixtureError("no PipeWire at \(directory): \(errno)") }
        return connection
    }
}
