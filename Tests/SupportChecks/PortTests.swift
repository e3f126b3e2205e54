import Fixtures
import Glibc
import Testing

/// What tests give their servers to listen on.
@Suite struct PortTests {
    /// Neither the kernel, for a connection, nor another test may take it before the server does.
    @Test func aFreePortIsNoOnesElse() {
        let ports = (0..<20).map { _ in Port.free() }
        #expect(Set(ports).count == ports.count)
        let ofConnections = textOfFile("/proc/sys/net/ipv4/ip_local_port_range").split(whereSeparator: \.isWhitespace).compactMap { UInt16($0) }
        #expect(ofConnections.count == 2 && ports.allSatisfy { $0 < ofConnections[0] }, "\(ofConnections)")
        #expect(ports.allSatisfy { !Port.isListening($0) && !Port.isBound($0) })
    }

    /// Between bind(2) and listen(2) a connection is refused, though its file is there.
    @Test func aSocketListensOnlyWhenItTakesConnections() throws {
        let (scratch, made) = (Scratch(), socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        defer { close(made) }
        let path = scratch.file("socket")
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        try #require(status == 0 && access(path, F_OK) == 0)
        #expect(!Port.isListening(at: path))
        try #require(listen(made, 1) == 0)
        #expect(Port.isListening(at: path))
    }
}
