import Fixtures
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
}
