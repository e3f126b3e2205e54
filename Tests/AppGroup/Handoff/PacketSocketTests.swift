import Fixtures
import Glibc
import Testing

@testable import AppGroup
@testable import Platform

@Suite struct PacketSocketTests {
    @Test func lastWordsAreReadByAPeerThatSaidMoreThanWasListenedTo() throws {
        let scratch = Scratch()
        let path = scratch.file("handoff.sock")
        let listener = try PacketListener(path: path)
        let client = try PacketSocket(connectingTo: path)
        for word: [UInt8] in [[1], [2, 3]] { try word.withUnsafeBytes { try client.send($0) } }
        let server = try #require(try listener.accept())
        try [UInt8](repeating: 9, count: 4).withUnsafeBytes { try server.send($0) }
        server.hangUp()
        withExtendedLifetime(listener) {}
        _ = consume server
        try client.setNonblocking()
        var inbox = [UInt8](repeating: 0, count: 16)
        func next() throws -> PacketSocket.Received {
            var passed: OwnedDescriptor?
            return try inbox.withUnsafeMutableBytes { try client.receive(into: $0, passed: &passed) }
        }
        guard case .packet(4, _) = try next() else {
            Issue.record("the last message is lost")
            return
        }
        #expect(inbox.prefix(4) == [9, 9, 9, 9])
        guard case .end = try next() else {
            Issue.record("the end is missing")
            return
        }
    }
}
