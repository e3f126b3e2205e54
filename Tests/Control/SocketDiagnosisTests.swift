import Fixtures
import Glibc
import Testing

@testable import Control

/// What the kernel says about real sockets.
@Suite struct SocketDiagnosisTests {
    private typealias End = ConnectionOwner.End

    /// A listener on any free port, and a connection to it.
    private final class Pair {
        let listener, client, accepted: Int32
        let (peer, local): (ConnectionOwner.End, ConnectionOwner.End)

        /// - Parameter connect: makes a client that is connected to the port, or `nil`: another process does.
        init(_ address: [UInt8], client connect: (Int) throws -> Int32?) throws {
            let family = address.count == 4 ? AF_INET : AF_INET6
            let listener = socket(family, Int32(SOCK_STREAM.rawValue), 0)
            var bound = Pair.address(address, port: 0)
            let isListening = Pair.call(&bound) { bind(listener, $0, $1) } == 0 && listen(listener, 4) == 0
            try #require(isListening)
            let port = Pair.end { getsockname(listener, $0, $1) }?.port ?? 0
            client = try connect(port) ?? -1
            let accepted = accept(listener, nil, nil)
            (peer, local) = (try #require(Pair.end { getpeername(accepted, $0, $1) }), try #require(Pair.end { getsockname(accepted, $0, $1) }))
            (self.listener, self.accepted) = (listener, accepted)
        }

        deinit { for descriptor in [listener, accepted] { close(descriptor) } }

        static func connected(_ family: Int32, _ address: [UInt8], _ port: Int) throws -> Int32 {
            let client = socket(family, Int32(SOCK_STREAM.rawValue), 0)
            var to = Self.address(address, port: port)
            let connected = call(&to) { connect(client, $0, $1) }
            try #require(connected == 0)
            return client
        }

        private static func address(_ address: [UInt8], port: Int) -> [UInt8] {
            let family = withUnsafeBytes(of: sa_family_t(address.count == 4 ? AF_INET : AF_INET6), Array.init)
            let start = family + [UInt8(port >> 8), UInt8(port & 255)]
            return start + (address.count == 4 ? address + [UInt8](repeating: 0, count: 8) : [0, 0, 0, 0] + address + [0, 0, 0, 0])
        }

        private static func call(_ bytes: inout [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
            bytes.withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) }
        }

        private static func end(_ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) -> ConnectionOwner.End? {
            var (bytes, length) = ([UInt8](repeating: 0, count: 128), socklen_t(128))
            let done = bytes.withUnsafeMutableBytes { body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length) }
            guard done == 0 else { return nil }
            let port = Int(bytes[2]) << 8 | Int(bytes[3])
            return length == 16 ? .init(Array(bytes[4..<8]), port) : .init(Array(bytes[8..<24]), port)
        }
    }

    private static let (four, six) = ([127, 0, 0, 1] as [UInt8], [UInt8](repeating: 0, count: 15) + [1])
    private static let mapped = [UInt8](repeating: 0, count: 10) + [255, 255, 127, 0, 0, 1]

    /// Also of a client whose IPv6 socket is connected to an IPv4 address, which the table lists among those of IPv6.
    @Test(arguments: [(four, four), (six, six), (four, mapped)]) func theUserOfAConnectionIsKnown(listener: [UInt8], client: [UInt8]) throws {
        let pair = try Pair(listener) { try Pair.connected(client.count == 4 ? AF_INET : AF_INET6, client, $0) }
        #expect(SocketDiagnosis.user(of: pair.peer, to: pair.local) == .user(geteuid()))
        #expect(ConnectionOwner.user(of: pair.peer, to: pair.local) == geteuid())
        close(pair.client)
        #expect(SocketDiagnosis.user(of: pair.peer, to: pair.local) == .none)
        #expect(ConnectionOwner.user(of: pair.peer, to: pair.local) == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can be another user")) func anotherUserIsKnown() throws {
        var other: IdleConnections?
        let pair = try Pair(Self.four) { port in
            other = try IdleConnections(to: port, count: 1)
            return nil
        }
        withExtendedLifetime(other) {
            #expect(SocketDiagnosis.user(of: pair.peer, to: pair.local) == .user(65534))
            #expect(ConnectionOwner.user(of: pair.peer, to: pair.local) == 65534)
        }
    }

    /// The kernel answers with a listener of the same port where there is no connection.
    @Test func aListenerIsNoConnection() throws {
        let pair = try Pair(Self.four) { try Pair.connected(AF_INET, Self.four, $0) }
        let stranger = End(Self.four, pair.peer.port == 1 ? 2 : 1)
        #expect(SocketDiagnosis.user(of: pair.local, to: stranger) == .none)
        close(pair.client)
    }

    @Test func aShortAnswerIsNone() {
        #expect(SocketDiagnosis.read([UInt8](repeating: 0, count: 20), of: End(Self.four, 1), to: End(Self.four, 2)) == .none)
    }
}
