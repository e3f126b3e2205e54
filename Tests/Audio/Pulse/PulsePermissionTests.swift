import AppGroup
import Glibc
import Platform
import Testing

@testable import Audio

@Suite(.serialized) struct PulsePermissionTests {
    /// A server that knows us by a cookie that we do not have: over TCP, where it cannot see who we are.
    @Test func aServerThatRefusesUsIsSaidAndTakenWhenItLetsUsIn() throws {
        let fixture = try PulseFixture()
        try fixture.feedTone()
        let port = try Self.freePort()
        func listen(_ access: String...) throws {
            try fixture.control(["load-module", "module-native-protocol-tcp", "port=\(port)", "listen=127.0.0.1"] + access)
        }
        try listen("auth-cookie=\(fixture.directory)/cookie", "auth-anonymous=0")
        let server = "tcp:127.0.0.1:\(port)"
        let error = #expect(throws: AudioError.self) { try AudioDevices.list(server: server) }
        #expect(error?.code == .permissionDenied)
        #expect(error?.message.contains("PULSE_COOKIE") == true)

        let microphone = PulseMicrophone(.systemDefault, server: server)
        try microphone.start()
        defer { microphone.stop() }
        eventually("it is refused") { microphone.status.error?.code == .permissionDenied }
        #expect(microphone.status.state == .lost)
        try fixture.control("unload-module", "module-native-protocol-tcp")
        try listen("auth-anonymous=1")
        eventually("it is let in") { microphone.status.state == .live }
        #expect(microphone.status.error == nil)
    }

    private static func freePort() throws -> UInt16 {
        let socket = try systemCall("socket") { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { address in
            try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try systemCall("bind") { bind(socket, address, length) }
                try systemCall("getsockname") { getsockname(socket, address, &length) }
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}
