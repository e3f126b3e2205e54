import Fixtures
import Foundation
import Glibc
import ServerFixtures
import TestSupport
import Testing

/// What the page's server keeps of what strangers send.
@Suite(.serialized) struct PageMemoryTests {
    /// Bytes that count against a memory limit.
    private static let most = 12 << 20
    private static let connections = 40

    /// A connection on which requests are sent as long as the server takes them, and no answer is read.
    private final class FloodingClient {
        private let descriptor: Int32

        init(port: UInt16) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = port.bigEndian
            place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            let connected = withUnsafeBytes(of: &place) {
                connect(descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
            }
            guard connected == 0 else { throw FixtureError("no connection to port \(port)") }
        }

        deinit { close(descriptor) }

        /// - Returns: how many bytes were taken.
        func send(_ bytes: [UInt8]) -> Int {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
                guard count > 0 else { break }
                sent += count
            }
            return sent
        }

        func readSome() {
            var room = [UInt8](repeating: 0, count: 256 * 1024)
            while recv(descriptor, &room, room.count, Int32(MSG_DONTWAIT)) > 0 {}
        }
    }

    @Test func requestsThatAreSentAheadCostNoMemoryThatStays() throws {
        let (scratch, port) = (Scratch(), Port.free())
        let stream = try Stream(["host", "--audio-only", "--mic", "none", "--http", "127.0.0.1:\(port)", "--to", scratch.file("a.mka")])
        try stream.waitUntilLive()
        let requests = Array(String(repeating: "GET /icon.svg HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", count: 4000).utf8)
        func flood() throws {
            let clients = try (0..<Self.connections).map { _ in try FloodingClient(port: port) }
            for _ in 0..<3 {
                for client in clients { _ = client.send(requests) }
                letRun(for: .milliseconds(200))
                for client in clients { client.readSome() }
            }
        }
        // What every server needs once it has been asked.
        let client = try FloodingClient(port: port)
        _ = client.send(Array(requests.prefix(52)))
        letRun(for: .milliseconds(300))
        let before = try ProcessUsage(of: stream.process.pid).anonymousBytes
        for _ in 0..<3 { try flood() }
        letRun(for: .seconds(1))
        let kept = try ProcessUsage(of: stream.process.pid).anonymousBytes - before
        #expect(before > 0 && kept < Self.most, "\(kept >> 10) KiB more than \(before >> 10)")
        try stream.stop()
    }
}
