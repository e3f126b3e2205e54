import AgentProtocol
import Glibc
import Platform

/// A node of the user's own PipeWire, given to an agent as a host gives it what the desktop's portal shows.
struct NodeCast: Hashable, Sendable {
    let node: UInt32
    private let path: String

    /// - Parameter environment: looks a variable up.
    init(node: UInt32, environment: (String) -> String?) {
        self.node = node
        let name = environment("PIPEWIRE_REMOTE") ?? "pipewire-0"
        let directory = environment("PIPEWIRE_RUNTIME_DIR") ?? environment("XDG_RUNTIME_DIR") ?? "/run/user/\(geteuid())"
        path = name.hasPrefix("/") ? name : directory + "/" + name
    }

    /// With a connection of its own each time.
    func hand(to agent: Attachment) throws(ConformanceError) {
        let connection = try connect()
        agent.hand(CastOffer(node: node, cursor: .embedded), descriptor: connection.number)
    }

    private func connect() throws(ConformanceError) -> OwnedDescriptor {
        do throws(SystemError) {
            let connection = OwnedDescriptor(
                taking: try systemCall("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) })
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw SystemError(operation: "connect", number: ENAMETOOLONG) }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
            try systemCall("connect") {
                withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        Glibc.connect(connection.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                    }
                }
            }
            return connection
        } catch { throw ConformanceError("connecting to PipeWire at \(path) for --cast", error) }
    }
}
